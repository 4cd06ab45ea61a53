import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { environment } from '../../support/app';
import { onMariadb } from '../../support/databases';
import { closedPort } from '../../support/ports';

jest.setTimeout(90_000);

const ROOT = resolve(__dirname, '../../..');
const REGISTER = join(ROOT, 'test/support/register-ts.js');
const MAIN = join(ROOT, 'backend/main.ts');

const SECRETS = {
  JWT_SECRET: 'a secret of more than 32 characters',
  ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
};

let dir: string;
let taken: Server;
let port: number;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pagecast-start-'));
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  port = (taken.address() as AddressInfo).port;
});
afterAll(async () => {
  taken.close();
  await rm(dir, { recursive: true, force: true });
});

/** @returns what a start printed that failed, of both streams, and how it ended. */
async function start(env: Record<string, string>, before: string[] = []) {
  const own = await mkdtemp(join(dir, 'data-'));
  const child = spawn(process.execPath, ['-r', REGISTER, ...before.flatMap((file) => ['-r', file]), MAIN], {
    env: { PATH: process.env.PATH, ...environment(own, { LOG_LEVEL: 'info', ...env }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (printed += String(piece)));
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code, lines: printed.split('\n').filter(Boolean) };
}

const sentence = (text: string) => ({ code: 1, lines: [`Pagecast could not start: ${text}`] });

it('names a port that is in use', async () => {
  expect(await start({ PORT: String(port) })).toEqual(
    sentence(`port ${port} of 127.0.0.1 is in use. Stop what uses it, or set PORT to another one.`),
  );
});

it('names a host that is not of this machine', async () => {
  expect(await start({ HOST: '192.0.2.1' })).toEqual(
    sentence('HOST is no address of this machine: 192.0.2.1.'),
  );
});

it('names a port that only an administrator may open', async () => {
  const refused = join(dir, 'refused.cjs');
  await writeFile(
    refused,
    `const { Server } = require('node:net');
     Server.prototype.listen = function () {
       const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen' });
       process.nextTick(() => this.emit('error', error));
       return this;
     };`,
  );
  expect(await start({ PORT: '80' }, [refused])).toEqual(
    sentence('this user may not open port 80. Set PORT to one above 1023.'),
  );
});

it('names a DATA_DIR that is a file', async () => {
  const file = join(dir, 'a-file');
  await writeFile(file, 'x');
  for (const DATA_DIR of [file, join(file, 'below')])
    expect(await start({ DATA_DIR })).toEqual(sentence(`${file} is a file and no folder. Mend DATA_DIR.`));
});

it.each([
  ['DATA_DIR', '/proc/pagecast/data', ' Mend DATA_DIR.'],
  ['DATABASE_URL', 'sqlite:/proc/pagecast/x.sqlite', ''],
])('ends where no folders can be made: %s=%s', async (name, value, whose) => {
  const { code, lines } = await start({ [name]: value });
  expect([code, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toMatch(
    new RegExp(`^Pagecast could not start: /proc/pagecast cannot be written \\(E[A-Z]+\\)\\.${whose}$`),
  );
});

it('names a database file that is none', async () => {
  const file = join(dir, 'text.sqlite');
  await writeFile(file, 'this is no database\n'.repeat(200));
  expect(await start({ DATABASE_URL: `sqlite:${file}` })).toEqual(
    sentence(`the database file is no SQLite database: ${file}.`),
  );
});

it.each([
  ['better-sqlite3', 'better_sqlite3.node'],
  ['argon2', 'argon2'],
])('says what to do where the native part of %s is for another Node', async (name, file) => {
  const broken = join(dir, `${name}.cjs`);
  await writeFile(
    broken,
    `const load = process.dlopen;
     process.dlopen = (module, path, ...rest) => {
       if (!path.includes(${JSON.stringify(file)})) return load(module, path, ...rest);
       const text = 'The module ' + path + ' was compiled against a different Node.js version using NODE_MODULE_VERSION 1.';
       throw Object.assign(new Error(text), { code: 'ERR_DLOPEN_FAILED' });
     };`,
  );
  expect(await start({}, [broken])).toEqual(
    sentence(
      `the native part of ${name} does not load under Node ${process.versions.node} (${process.platform} ${process.arch}). ` +
        'Run `npm ci` with this Node, then start again.',
    ),
  );
});

it('names a database server that is away', async () => {
  const free = await closedPort();
  expect(await start({ DATABASE_URL: `mariadb://root:geheim@127.0.0.1:${free}/x`, ...SECRETS })).toEqual(
    sentence(
      `the database at 127.0.0.1:${free} cannot be reached (ECONNREFUSED). Check that it runs, and DATABASE_URL.`,
    ),
  );
});

onMariadb('on MariaDB', () => {
  it('names a database that is not there', async () => {
    const DATABASE_URL = 'mariadb://root@127.0.0.1:3306/pagecast_test_never_made';
    expect(await start({ DATABASE_URL, ...SECRETS })).toEqual(
      sentence(
        'there is no database pagecast_test_never_made on 127.0.0.1. Create it, or mend DATABASE_URL.',
      ),
    );
  });

  it('sends nothing in the clear where TLS is asked for', async () => {
    const DATABASE_URL = 'mariadb://root@localhost:3306/x?tls=true';
    const { code, lines } = await start({ DATABASE_URL, ...SECRETS });
    expect([code, lines.length]).toEqual([1, 1]);
    // Newer servers have a certificate of their own, which nobody trusts.
    expect(lines[0]).toMatch(
      /localhost:3306 (does not offer TLS, which DATABASE_URL asks for|cannot be trusted)/,
    );
  });

  it('names a password that is refused', async () => {
    const DATABASE_URL = 'mariadb://nobody_here:geheim@127.0.0.1:3306/x';
    expect(await start({ DATABASE_URL, ...SECRETS })).toEqual(
      sentence('127.0.0.1 refuses the user or the password in DATABASE_URL.'),
    );
  });
});
