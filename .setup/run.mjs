/**
 * What the scripts in package.json begin with on a fresh clone: install, build, and only what is missing or old. It runs
 * before anything is installed, so it needs nothing but Node.
 */
import { spawnSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(join(root, 'package.json'));
const at = (...path) => join(root, ...path);

const OLDEST_NODE = [20, 19];

const commands = {
  start: () => {
    build();
    return serve();
  },
  demo: () => {
    build();
    return serve({ demo: true });
  },
  dev: () => {
    buildServer();
    return watch();
  },
  build,
  'build-server': buildServer,
  install: () => undefined,
};

await main(process.argv[2] ?? 'start');

async function main(command) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
    end(`Pagecast needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  if (!Object.hasOwn(commands, command))
    end(`Unknown command: ${command}. There are ${Object.keys(commands).join(', ')}.`);
  process.chdir(root);
  install();
  await commands[command]();
}

/** The lock file, and the Node that native parts were made for. */
function install() {
  const wanted = digest([at('package-lock.json')], process.versions.modules, process.platform, process.arch);
  const stamp = at('node_modules', '.pagecast-install');
  if (read(stamp) === wanted) return;
  say('Installing dependencies (once, and after they change) ...');
  // For where there is no better-sqlite3 ready-made, and it is compiled.
  process.env.CXXFLAGS ??= `-include "${at('.setup/object-wrap.h')}"`;
  // Its two large files side by side.
  process.env.JOBS ??= 'max';
  npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
  writeFileSync(stamp, wanted);
}

function build() {
  buildServer();
  buildFrontend();
}

function buildServer() {
  const sources = [...filesIn('backend', /\.ts$/), ...filesIn('migrations', /\.ts$/)].filter(
    (file) => !file.endsWith('.spec.ts'),
  );
  const settings = ['nest-cli.json', '.swcrc', 'tsconfig.json', 'package-lock.json', 'package.json'];
  const ours = ['bundle-server.mjs', 'main.cjs', 'cli.cjs', 'no-swagger.cjs'].map((name) => `.setup/${name}`);
  whenOld('server', [...sources, ...[...settings, ...ours].map((file) => at(file))]);
}

function buildFrontend() {
  whenOld('public', [
    ...filesIn('frontend', /./),
    at('backend/media/rules.ts'),
    ...filesIn('backend/publishing/formats', /\.ts$/),
    at('package-lock.json'),
    at('.setup/compress.mjs'),
  ]);
}

/** Each part has a script of its name in package.json that builds it. */
function whenOld(part, inputs) {
  const wanted = digest(inputs);
  const stamp = at('dist', `.${part}-stamp`);
  if (read(stamp) === wanted && existsSync(at('dist', part))) return;
  say(`Building the ${part === 'public' ? 'frontend' : 'server'} ...`);
  rmSync(stamp, { force: true });
  mkdirSync(at('dist'), { recursive: true });
  npm('run', '--silent', `build:${part}`);
  writeFileSync(stamp, wanted);
}

/** In this very process: signals reach the product, and nothing is left when it ends. */
function serve(options = {}) {
  if (process.env.NODE_ENV === undefined) process.env.NODE_ENV = 'production';
  return require(at('dist/server/backend/main.js')).main(options);
}

function watch() {
  const server = ['--watch', '-r', './test/support/register-ts.js', 'backend/main.ts'];
  const screens = [at('node_modules/vite/bin/vite.js'), '--config', 'frontend/vite.config.mts'];
  const children = [server, screens].map((args) => spawn(process.execPath, args, { stdio: 'inherit' }));
  say('The screens with reload: http://localhost:5173');
  const stop = () => children.forEach((child) => child.kill());
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  return Promise.all(
    children.map((child) => new Promise((done) => child.on('exit', () => (stop(), done())))),
  );
}

/** The npm that started this; without one, that of the path, which on Windows is a script that needs a shell. */
function npm(...args) {
  const script = process.env.npm_execpath;
  const { status, error } = script
    ? spawnSync(process.execPath, [script, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
    : spawnSync('npm', args, {
        stdio: ['ignore', 'inherit', 'inherit'],
        shell: process.platform === 'win32',
      });
  if (error) end(`npm could not be run: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

function filesIn(folder, pattern) {
  return readdirSync(at(folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function digest(files, ...more) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  for (const word of more) hash.update(String(word)).update('\0');
  return hash.digest('hex');
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function end(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
