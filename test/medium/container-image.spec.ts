import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { VERSION } from '../../backend/version';
import { parseDockerfile } from '../support/docker/dockerfile';
import { complaintsAbout } from '../support/docker/dockerfile-rules';
import { contextFiles } from '../support/docker/ignore';
import { closedPort } from '../support/ports';
import { runProgram } from '../support/docker/run-program';
import { useScratchFolder } from '../support/scratch-folder';

const ROOT = resolve(__dirname, '../..');
const TEXT = readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8');
const scratch = useScratchFolder();

describe('the Dockerfile', () => {
  it('follows the rules', () => {
    expect(complaintsAbout(parseDockerfile(TEXT))).toEqual([]);
  });

  it.each([
    ['the newest of all bases', 'node:24-trixie-slim', 'node:latest', /not the latest/],
    ['a base without a tag', 'node:24-trixie-slim', 'node', /needs a tag/],
    ['recommended packages', '--no-install-recommends g++', 'g++', /--no-install-recommends/],
    ['package lists that stay', 'python3 && rm -rf /var/lib/apt/lists/*', 'python3', /stay in the layer/],
    ['a relative WORKDIR', 'WORKDIR /app', 'WORKDIR app', /absolute/],
    ['root', 'USER node', '', /runs as root/],
    [
      'a shell around the product',
      'CMD ["node", "dist/server/backend/main.js"]',
      'CMD node main.js',
      /signals/,
    ],
    ['a health check by Node', '["bash", "docker/health-check"]', '["node", "-e", "1"]', /starts a Node/],
    ['a health check without a limit', '--timeout=5s', '', /no timeout/],
    ['no health check', /^HEALTHCHECK.*$/m, '', /one health check/],
    ['no word on the signal', 'STOPSIGNAL SIGTERM', '', /signal/],
    ['a secret', 'ARG REVISION=', 'ARG JWT_SECRET=x', /stay in the image/],
    ['a stage that is not there', '--from=prober', '--from=elsewhere', /not there/],
    [
      'the sources before the install',
      'COPY package.json package-lock.json .npmrc ./',
      'COPY . .',
      /everything again/,
    ],
  ])('is not accepted with %s', (_, part, instead, complaint) => {
    expect(TEXT).toMatch(part);
    expect(complaintsAbout(parseDockerfile(TEXT.replace(part, instead))).join('\n')).toMatch(complaint);
  });

  it('builds the version of this checkout unless told otherwise', () => {
    expect(TEXT).toContain(`ARG VERSION=${VERSION}\n`);
  });

  it('gets what the build reads, and no test, secret or data', () => {
    const files = contextFiles(ROOT);
    for (const needed of [
      'package-lock.json',
      '.npmrc',
      '.setup/run.mjs',
      'backend/main.ts',
      'docker/health-check',
    ])
      expect(files).toContain(needed);
    expect(files.filter((file) => /(^|\/)\.env|\.spec\.|^(test|data|dist|bench|\.git)\//.test(file))).toEqual(
      [],
    );
  });
});

describe('the list of packages of the image', () => {
  const list = () =>
    spawnSync(process.execPath, [join(ROOT, '.setup/runtime-packages.mjs')], { encoding: 'utf8' });

  it('has every package that the bundle leaves outside, and none that only tests and builds need', () => {
    const { status, stdout, stderr } = list();
    expect([status, stderr]).toEqual([0, '']);
    const names = stdout.split('\n').map((line) => line.split(' ')[0]);
    const bundler = readFileSync(join(ROOT, '.setup/bundle-server.mjs'), 'utf8');
    const [, outside = ''] = /LEFT_OUTSIDE = \[([^\]]+)\]/.exec(bundler) ?? [];
    const wanted = [...outside.matchAll(/'([^']+)'/g)].map(([, name]) => name);
    expect(wanted.length).toBeGreaterThan(3);
    // One of them is the scope of many.
    const isThere = (name = '') => names.some((each) => each === name || each?.startsWith(`${name}/`));
    expect(wanted.filter((name) => !isThere(name))).toEqual([]);
    expect(names).not.toContain('typescript');
    expect(names).not.toContain('prebuild-install');
  });
});

describe('the health check', () => {
  const check = (port: number) =>
    runProgram('bash', [join(ROOT, 'docker/health-check')], { PATH: process.env.PATH, PORT: String(port) });

  async function withServer<T>(server: Server, work: (port: number) => Promise<T>): Promise<T> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      return await work((server.address() as AddressInfo).port);
    } finally {
      server.close();
    }
  }

  const answering = (respond: RequestListener) => createServer(respond);

  it('succeeds while the product answers that it lives', async () => {
    const asked: (string | undefined)[] = [];
    const server = answering((request, response) => {
      asked.push(request.url);
      response.end('{"status":"live"}');
    });
    expect((await withServer(server, check)).code).toBe(0);
    expect(asked).toEqual(['/health/live']);
  });

  it('fails on another answer, on silence and without anybody who listens', async () => {
    const refusing = answering((_request, response) => response.writeHead(503).end());
    const silent = createSocketServer();
    const results = await Promise.all([
      withServer(refusing, check),
      withServer(silent, check),
      closedPort().then(check),
    ]);
    expect(results.map(({ code }) => code === 0)).toEqual([false, false, false]);
  });
});

describe('pinning the images', () => {
  const DIGEST = `sha256:${'ab12'.repeat(16)}`;

  /** With a docker that knows one digest. */
  function pin(answer: string) {
    const dir = scratch(`pin-${answer.length}-${Math.random()}`);
    mkdirSync(join(dir, 'bin'), { recursive: true });
    for (const name of ['pin-base', 'Dockerfile', 'compose.production.yaml'])
      cpSync(join(ROOT, 'docker', name), join(dir, name));
    writeFileSync(join(dir, 'bin/docker'), `#!/bin/sh\necho '${answer}'\n`);
    chmodSync(join(dir, 'bin/docker'), 0o755);
    const run = () =>
      spawnSync(join(dir, 'pin-base'), {
        env: { PATH: `${join(dir, 'bin')}${delimiter}${process.env.PATH}` },
        encoding: 'utf8',
      });
    return { run, text: (name: string) => readFileSync(join(dir, name), 'utf8') };
  }

  it('puts the digest behind each tag, and a newer one in its place', () => {
    const { run, text } = pin(DIGEST);
    for (const _time of ['first', 'again']) {
      expect(run().status).toBe(0);
      expect(parseDockerfile(text('Dockerfile')).stages.map(({ base }) => base)).toEqual(
        Array<string>(3).fill(`node:24-trixie-slim@${DIGEST}`),
      );
      expect(complaintsAbout(parseDockerfile(text('Dockerfile')))).toEqual([]);
      expect(text('compose.production.yaml')).toContain(`image: mysql:8.4@${DIGEST}\n`);
      // The image of the product is built here.
      expect(text('compose.production.yaml')).toMatch(/image: pagecast:\$\{PAGECAST_VERSION/);
    }
  });

  it('changes nothing when no digest comes', () => {
    const { run, text } = pin('not found');
    expect(run().status).not.toBe(0);
    expect(text('Dockerfile')).toBe(TEXT);
  });
});
