/**
 * Runs the steps of docker/Dockerfile in its order, in a clean folder, as an ordinary user and without Docker, and then
 * the main job with what came out: `npm run try-image`. With `-- --reuse-packages` the packages that are installed here
 * are taken, if they are those of the lock file; with `-- --reuse-build` what is built here is taken, too.
 *
 * What needs root is left out, and said: Debian's packages and the prober that is compiled from them. FFPROBE_PATH, or
 * the prober of ffprobe-static, takes its place.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import ffprobeStatic from 'ffprobe-static';
import { contextFiles } from './ignore';
import { pairsOf, parseDockerfile, type Instruction, type Stage } from './dockerfile';

const ROOT = resolve(__dirname, '../../..');
const NOBODY = 65_534;
/** What the steps name with an absolute path. */
const OURS = /(?<=^|[\s="'])\/(app|runtime|data|backup|ffprobe)(?=[/\s"']|$)/g;

interface Built {
  /** Stands for `/`. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  instructions: Instruction[];
}

const isAsked = (option: string): boolean => process.argv.includes(option);

function main(): void {
  if (process.getuid?.() === 0 && !isAsked('--as-root')) {
    asNobody();
    return;
  }
  const dir = mkdtempSync(join(tmpdir(), 'pagecast-image-'));
  try {
    const { stages } = parseDockerfile(readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8'));
    const built = new Map<string, Built>();
    for (const stage of stages) {
      if (needsDebian(stage)) say(`Left out, since it needs root: the stage ${stage.name}`);
      else if (isAsked('--reuse-build') && collects(stage))
        built.set(stage.name, collectHere(join(dir, stage.name)));
      else built.set(stage.name, build(stage, join(dir, stage.name), built));
    }
    tryImage(built.get(stages.at(-1)!.name)!, dir);
  } finally {
    execFileSync('chmod', ['-R', 'u+w', dir]);
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Nobody may write to the repository, and owns nothing in it. In a folder that only root may enter it stays with root. */
function asNobody(): void {
  const change = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', process.execPath];
  const look = ['-e', 'require("node:fs").readFileSync(process.argv[1])', join(ROOT, 'package.json')];
  const mayRead = spawnSync('setpriv', [...change, ...look], { cwd: '/' }).status === 0;
  const script = ['-r', join(ROOT, 'test/support/register-ts.js'), __filename, ...process.argv.slice(2)];
  if (!mayRead) say('Nobody else may read this folder: as root, to whom read-only code is no hindrance.');
  const [command, args]: [string, string[]] = mayRead
    ? ['setpriv', [...change, ...script]]
    : [process.execPath, [...script, '--as-root']];
  process.exitCode = spawnSync(command, args, { stdio: 'inherit', cwd: '/' }).status ?? 1;
}

const needsDebian = ({ instructions }: Stage): boolean =>
  instructions.some(({ name, text }) => name === 'RUN' && text.includes('apt-get source'));

const COLLECT = '.setup/runtime-packages.mjs';

const collects = ({ instructions }: Stage): boolean =>
  instructions.some(({ name, text }) => name === 'RUN' && text.includes(`${COLLECT} /runtime`));

/** What that stage would end with, from what `npm run build` made here. */
function collectHere(root: string): Built {
  execFileSync(process.execPath, [join(ROOT, COLLECT), join(root, 'runtime')], { stdio: 'inherit' });
  return { root, workdir: '/', env: {}, instructions: [] };
}

function build({ name, instructions }: Stage, root: string, others: Map<string, Built>): Built {
  const stage: Built = { root, workdir: '/', env: {}, instructions };
  mkdirSync(join(root, 'home'), { recursive: true });
  for (const instruction of instructions) {
    const { text } = instruction;
    if (instruction.name === 'WORKDIR') {
      stage.workdir = text;
      mkdirSync(join(root, text), { recursive: true });
    } else if (instruction.name === 'ENV') Object.assign(stage.env, pairsOf(text));
    else if (instruction.name === 'COPY') copy(stage, instruction, others);
    else if (instruction.name === 'RUN') run(stage, text, name);
  }
  return stage;
}

function copy(stage: Built, { text, flags }: Instruction, others: Map<string, Built>): void {
  const words = text.split(/\s+/);
  const target = words.pop()!;
  const to = join(stage.root, resolve(stage.workdir, target));
  if (flags.from !== undefined) {
    const from = others.get(flags.from);
    if (!from) {
      say(`Left out: COPY ${text} of that stage`);
      return;
    }
    for (const word of words) cpSync(join(from.root, word), to, { recursive: true });
    return;
  }
  const context = contextFiles(ROOT);
  for (const word of words) {
    const wanted =
      word === '.' ? context : context.filter((path) => path === word || path.startsWith(`${word}/`));
    if (wanted.length === 0) throw new Error(`COPY ${word}: there is no such file in the context`);
    for (const path of wanted) {
      const isOne = wanted[0] === word;
      const place = isOne
        ? target.endsWith('/')
          ? join(to, path.split('/').at(-1)!)
          : to
        : join(to, relative(word, path));
      mkdirSync(dirname(place), { recursive: true });
      cpSync(join(ROOT, path), place);
    }
  }
}

function run(stage: Built, text: string, name: string): void {
  if (text.includes('apt-get')) {
    say(`Left out, since it needs root: RUN ${text}`);
    return;
  }
  if (isAsked('--reuse-packages') && text.includes('run.mjs install'))
    takePackages(join(stage.root, stage.workdir, 'node_modules'));
  // There is one user here.
  const script = text.replace(OURS, `${stage.root}/$1`).replace(/ -[og] node\b/g, '');
  say(`[${name}] ${text}`);
  const began = performance.now();
  execFileSync('/bin/sh', ['-ec', script], {
    cwd: join(stage.root, stage.workdir),
    env: { PATH: process.env.PATH, HOME: join(stage.root, 'home'), ...stage.env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  say(`  ${Math.round((performance.now() - began) / 1000)} s`);
}

/** Tools keep files of their own beside the packages, so each of these is a link. */
function takePackages(folder: string): void {
  mkdirSync(folder);
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.') || ['.bin', '.pagecast-install'].includes(name))
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, name));
}

/** The main job, with code that nobody can write to. */
function tryImage({ root, workdir, env, instructions }: Built, dir: string): void {
  const app = join(root, workdir);
  execFileSync('chmod', ['-R', 'a-w', app]);
  say(`The product and its packages: ${megabytes(app)} MB`);
  const last = (name: string) => instructions.filter((each) => each.name === name).at(-1)!.text;
  const [program, ...args] = JSON.parse(last('CMD')) as string[];
  if (program !== 'node') throw new Error(`CMD starts ${program}`);
  const cache = join(dir, 'compiled');
  mkdirSync(cache);
  const settings = {
    ...env,
    NETWORK: 'rehearsal',
    FFPROBE_PATH: process.env.FFPROBE_PATH ?? ffprobeStatic.path,
    NODE_COMPILE_CACHE: cache,
    HEALTHCHECK: last('HEALTHCHECK').replace(/^.*?CMD /, ''),
  };
  const cli = (...words: string[]) => [join(app, 'dist/server/backend/cli.js'), ...words];
  const options = { cwd: app, env: { PATH: process.env.PATH, ...settings, DATA_DIR: join(dir, 'data') } };
  execFileSync(process.execPath, cli('migrate'), { ...options, stdio: 'inherit' });
  const job = [join(ROOT, '.ci/main-job.mjs'), join(app, args[0]!), join(ROOT, 'test/fixtures/portrait.mp4')];
  execFileSync(process.execPath, job, {
    cwd: app,
    env: { PATH: process.env.PATH, HOME: dir, MAIN_JOB_ENV: JSON.stringify(settings) },
    stdio: 'inherit',
  });
}

const megabytes = (folder: string): number =>
  Number(execFileSync('du', ['-sm', '--apparent-size', folder], { encoding: 'utf8' }).split('\t')[0]);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main();
