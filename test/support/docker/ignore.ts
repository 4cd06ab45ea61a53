import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Rule {
  isException: boolean;
  pattern: RegExp;
}

/** The files of a folder that its `.dockerignore` sends to a build: the last rule that names a path, or a folder of it, decides. */
export function contextFiles(root: string): string[] {
  const rules = rulesOf(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const files: string[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      // What no exception names or leads to is not looked into: node_modules has many files.
      if (entry.isDirectory() && mayHold(path, rules)) walk(path);
      else if (!entry.isDirectory() && isSent(path, rules)) files.push(path);
    }
  };
  walk('');
  return files;
}

function rulesOf(text: string): Rule[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const isException = line.startsWith('!');
      return { isException, pattern: patternOf(isException ? line.slice(1) : line) };
    });
}

function patternOf(glob: string): RegExp {
  const text = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${text}(?:/.*)?$`);
}

function isSent(path: string, rules: Rule[]): boolean {
  const last = rules.filter(({ pattern }) => pattern.test(path)).at(-1);
  return last === undefined || last.isException;
}

const mayHold = (folder: string, rules: Rule[]): boolean =>
  isSent(folder, rules) ||
  rules.some(({ isException, pattern }) => isException && leadsThrough(pattern, folder));

/** Whether the pattern could name something in the folder: its source begins with that folder. */
const leadsThrough = (pattern: RegExp, folder: string): boolean =>
  pattern.source.startsWith(`^${folder.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('/', '\\/')}\\/`);
