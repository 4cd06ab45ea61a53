/**
 * Draws the folders of the backend and their imports into ARCHITECTURE.md. `--check` only says whether the picture
 * there is the current one. Arrows that follow from others are left out.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const FILE = join(root, 'ARCHITECTURE.md');
const BLOCK = /(<!-- picture: npm run picture -->\n)[^]*(<!-- end of picture -->)/;
const LARGEST = 64 * 1024 * 1024;

/** Plain data, which every folder may import. */
const DATA = /^backend\/(media\/rules|publishing\/formats\/[a-z-]+)\.ts$/;

const text = readFileSync(FILE, 'utf8');
if (!BLOCK.test(text)) throw new Error('ARCHITECTURE.md has no place for the picture.');
const drawn = text.replace(BLOCK, `$1\n\`\`\`mermaid\n${mermaid(withoutShortcuts(imports()))}\n\`\`\`\n\n$2`);
if (!process.argv.includes('--check')) writeFileSync(FILE, drawn);
else if (drawn !== text) {
  process.stderr.write('The picture in ARCHITECTURE.md is not current: npm run picture\n');
  process.exitCode = 1;
}

/** Folder → the folders that it imports. */
function imports() {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'backend'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: LARGEST });
  const graph = new Map();
  for (const { source, dependencies } of JSON.parse(stdout).modules) {
    const from = folderOf(source);
    if (!from || source.endsWith('.spec.ts')) continue;
    if (!graph.has(from)) graph.set(from, new Set());
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (to && to !== from && !DATA.test(resolved)) graph.get(from).add(to);
    }
  }
  return graph;
}

/** None for the files that put the app together: they import everything. */
function folderOf(path) {
  return /^backend\/(ports\/[^/]+|[^/]+)\//.exec(path)?.[1];
}

function withoutShortcuts(graph) {
  const arrows = [];
  for (const [from, targets] of graph)
    for (const to of targets) {
      const others = [...targets].filter((each) => each !== to);
      if (!others.some((each) => reaches(graph, each, to))) arrows.push([from, to]);
    }
  return arrows;
}

function reaches(graph, from, to, seen = new Set()) {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...(graph.get(from) ?? [])].some((each) => reaches(graph, each, to, seen));
}

function mermaid(arrows) {
  const id = (folder) => folder.replaceAll(/\W/g, '_');
  const folders = [...new Set(arrows.flat())].sort();
  return [
    'flowchart TD',
    ...folders.map((folder) => `  ${id(folder)}["${folder}"]`),
    ...arrows.map(([from, to]) => `  ${id(from)} --> ${id(to)}`).sort(),
  ].join('\n');
}
