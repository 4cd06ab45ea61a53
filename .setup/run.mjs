/**
 * What `npm start`, `npm test` and the others do first: install, build, and only what is missing or old. It runs
 * before anything is installed, so it needs nothing but Node.
 */
import { spawnSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(join(root, 'package.json'));
const at = (...path) => join(root, ...path);

const OLDEST_NODE = [20, 19];

const commands = {
  start: () => {
    buildServer();
    buildFrontend();
    return serve();
  },
  demo: () => {
    buildServer();
    buildFrontend();
    return serve({ demo: true });
  },
  dev: () => {
    buildServer();
    return watch();
  },
  build: () => {
    buildServer();
    buildFrontend();
  },
  test: (args) => {
    buildServer();
    buildFrontend();
    return run(bin('jest'), args);
  },
  lint: () =>
    together(
      [[bin('eslint'), ['.']]],
      [
        [bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']],
        [bin('tsc'), ['--noEmit', '-p', 'frontend/tsconfig.json']],
        [bin('depcruise'), ['--config', '.dependency-cruiser.cjs', 'backend', 'frontend/src']],
        [bin('prettier'), ['--check', '.']],
        [at('.setup', 'lint-openapi.mjs'), []],
      ],
    ),
  screenshots: (args) => {
    buildServer();
    buildFrontend();
    return run('node', ['-r', './test/support/register-ts.js', 'test/ui/screenshots.ts', ...args]);
  },
  bench: (args) => {
    buildServer();
    buildFrontend();
    return run('node', ['-r', './test/support/register-ts.js', 'bench/run.ts', ...args]);
  },
  simulate: (args) =>
    run('node', ['-r', './test/support/register-ts.js', 'test/simulation/simulate.ts', ...args]),
  migrate: () => {
    buildServer();
    return run('node', ['dist/server/backend/cli.js', 'migrate']);
  },
};

await main(process.argv[2] ?? 'start', process.argv.slice(3));

async function main(command, args) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
    end(`Pagecast needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  if (!Object.hasOwn(commands, command))
    end(`Unknown command: ${command}. There are ${Object.keys(commands).join(', ')}.`);
  process.chdir(root);
  install();
  await commands[command](args);
}

/** The lock file, and the Node that native parts were made for. */
function install() {
  const wanted = digest([at('package-lock.json')], process.versions.modules, process.platform, process.arch);
  const stamp = at('node_modules', '.pagecast-install');
  if (read(stamp) === wanted) return;
  say('Installing dependencies (once, and after they change) ...');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm) run(process.execPath, [npm, ...args]);
  else run('npm', args, { shell: process.platform === 'win32' });
  writeFileSync(stamp, wanted);
}

function buildServer() {
  const sources = [...filesIn('backend', /\.ts$/), ...filesIn('migrations', /\.ts$/)].filter(
    (file) => !file.endsWith('.spec.ts'),
  );
  const inputs = [
    ...sources,
    at('nest-cli.json'),
    at('.swcrc'),
    at('tsconfig.json'),
    at('package-lock.json'),
    at('.setup/bundle-server.mjs'),
    at('.setup/bundle-loader.cjs'),
  ];
  whenOld('server', inputs, () => {
    run(bin('nest'), ['build'], { quiet: true });
    run('node', ['dist/server/backend/openapi-document.js', 'dist/openapi.json']);
    run('node', ['.setup/bundle-server.mjs']);
  });
}

function buildFrontend() {
  const inputs = [
    ...filesIn('frontend', /./),
    at('backend/media/rules.ts'),
    ...filesIn('backend/publishing/formats', /\.ts$/),
    at('package-lock.json'),
  ];
  whenOld('public', inputs, () => {
    run(bin('vite'), ['build', '--config', 'frontend/vite.config.mts', '--logLevel', 'warn']);
    for (const file of filesIn('dist/public', /\.(js|css|html|svg)$/)) compress(file);
  });
}

function whenOld(part, inputs, build) {
  const wanted = digest(inputs);
  const stamp = at('dist', `.${part}-stamp`);
  if (read(stamp) === wanted && existsSync(at('dist', part))) return;
  say(`Building the ${part === 'public' ? 'frontend' : 'server'} ...`);
  rmSync(stamp, { force: true });
  mkdirSync(at('dist'), { recursive: true });
  build();
  writeFileSync(stamp, wanted);
}

/** At build, so that no request pays for it. */
function compress(file) {
  const bytes = readFileSync(file);
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
}

/** In this very process: signals reach the product, and nothing is left when it ends. */
function serve(options = {}) {
  if (process.env.NODE_ENV === undefined) process.env.NODE_ENV = 'production';
  return require(at('dist/server/backend/main.js')).main(options);
}

function watch() {
  const children = [
    spawn('node', ['--watch', '-r', './test/support/register-ts.js', 'backend/main.ts'], {
      stdio: 'inherit',
    }),
    spawn(process.execPath, [bin('vite'), '--config', 'frontend/vite.config.mts'], { stdio: 'inherit' }),
  ];
  say('The screens with reload: http://localhost:5173');
  const stop = () => children.forEach((child) => child.kill());
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  return Promise.all(
    children.map((child) => new Promise((done) => child.on('exit', () => (stop(), done())))),
  );
}

/** `shell`: on Windows, npm is a script that only a shell can start. */
function run(program, args, { quiet = false, shell = false } = {}) {
  const isScript = /\.[cm]?js$/.test(program) && program !== process.execPath;
  const [file, rest] =
    program === 'node' || isScript
      ? [process.execPath, isScript ? [program, ...args] : args]
      : [program, args];
  const { status, stdout, stderr, error } = spawnSync(file, rest, {
    stdio: quiet ? 'pipe' : ['ignore', 'inherit', 'inherit'],
    cwd: root,
    encoding: 'utf8',
    shell,
  });
  if (error) end(`${program} could not be run: ${error.message}`);
  if (status === 0) return;
  if (quiet) process.stderr.write(`${stdout}${stderr}`);
  process.exit(status ?? 1);
}

/** Lanes of scripts side by side, those of one lane after each other. Fails when any fails, after all have spoken. */
async function together(...lanes) {
  const runOne = ([script, args]) =>
    new Promise((done) =>
      spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).on(
        'close',
        (code) => done(code === 0),
      ),
    );
  const results = await Promise.all(
    lanes.map(async (lane) => {
      let isGood = true;
      for (const script of lane) isGood = (await runOne(script)) && isGood;
      return isGood;
    }),
  );
  if (results.includes(false)) process.exit(1);
}

/** The script behind a package's command; started with this Node, on every platform alike. */
function bin(name) {
  const owner = { nest: '@nestjs/cli', tsc: 'typescript', depcruise: 'dependency-cruiser' }[name] ?? name;
  const manifest = at('node_modules', owner, 'package.json');
  const { bin: entry } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), typeof entry === 'string' ? entry : entry[name]);
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
