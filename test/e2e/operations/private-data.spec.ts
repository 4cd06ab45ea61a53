import { Users } from '../../support/users';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { createConnection } from 'mysql2/promise';
import { startFake } from '../../support/app';
import { Client, eventually } from '../../support/client';
import { onMariadb } from '../../support/databases';
import type { FakeGraph } from '../../support/fake-graph';
import { fixture } from '../../support/media';
import { MAIN, Product } from '../../support/process';

const CANARY = 'canary-of-the-log';

let dir: string;
let fake: FakeGraph;
let product: Product;
beforeEach(async () => {
  fake = await startFake();
  dir = join(await mkdtemp(join(tmpdir(), 'pagecast-private-')), 'data');
  // As docker makes it, and everybody who types mkdir.
  await mkdir(dir, { mode: 0o755 });
});
afterEach(async () => {
  await product.kill();
  await fake.stop();
  await rm(resolve(dir, '..'), { recursive: true, force: true });
});

const person = {
  name: CANARY,
  email: `${CANARY}@example.com`,
  password: `${CANARY} password`,
  password_confirmation: `${CANARY} password`,
};

it('keeps for itself what it creates, and says that the folder was open before', async () => {
  product = await Product.start(MAIN, { fake, dir, env: { NETWORK: 'rehearsal' } });
  const client = new Client(product.url);
  const user = await new Users(client).subscriber();
  await user.put('/api/user/facebook-settings', {
    access_token: 'rehearsal-token',
    page_id: '100000000000001',
  });
  await user.upload('/api/videos', [fixture('portrait.mp4')]);
  await client.post('/api/auth/forgot-password', { email: user.user.email });
  const wanted = ['pagecast.sqlite', '-wal', '-shm', 'jwt-secret', '.eml', 'media', 'rehearsal'];
  let names: string[] = [];
  for (let n = 0; n < 100 && !wanted.every((part) => names.some((name) => name.includes(part))); n++) {
    await new Promise((done) => setTimeout(done, 100));
    names = await readdir(dir, { recursive: true });
  }
  const open: string[] = [];
  for (const name of names) {
    const found = await stat(join(dir, name)).catch(() => undefined);
    if (found && (found.mode & 0o077) !== 0) open.push(name);
  }
  expect(wanted.filter((part) => !names.some((name) => name.includes(part)))).toEqual([]);
  expect(open).toEqual([]);
  expect(product.logs).toContainEqual(
    expect.objectContaining({ level: 'warn', msg: expect.stringContaining('other users of this machine') }),
  );
});

it('logs an error of SQLite without what was to be written', async () => {
  product = await Product.start(MAIN, { fake, dir });
  const database = new SqliteHandle(join(dir, 'pagecast.sqlite'));
  database.exec('ALTER TABLE users RENAME COLUMN password_hash TO password_hush');
  database.close();
  expect((await new Client(product.url).post('/api/auth/register', person)).status).toBe(500);
  await expectNoCanary('SqliteError');
});

onMariadb('on MariaDB', (makeConfig) => {
  it('logs an error without what was to be written', async () => {
    const config = await makeConfig();
    const url = config.kind === 'mysql' ? config.url : '';
    const env = { DATABASE_URL: url, JWT_SECRET: 'x'.repeat(32), ENCRYPTION_KEY: 'a'.repeat(64) };
    product = await Product.start(MAIN, { fake, dir, env });
    const database = await createConnection(url.replace('mariadb:', 'mysql:'));
    await database.query("SET SESSION sql_mode = ''");
    await database.query('ALTER TABLE users MODIFY password_hash varchar(8) NOT NULL');
    await database.end();
    expect((await new Client(product.url).post('/api/auth/register', person)).status).toBe(500);
    await expectNoCanary('QueryFailedError');
  });
});

async function expectNoCanary(type: string): Promise<void> {
  // A line of the log may come after the answer.
  const lines = await eventually(
    () => Promise.resolve(product.logs.filter(({ err }) => err)),
    ({ length }) => length > 0,
  );
  expect(lines[0].err).toMatchObject({ type, stack: expect.stringContaining('at ') });
  const log = JSON.stringify(product.logs);
  expect(log).not.toContain(CANARY);
  expect(log).not.toMatch(/argon2id|INSERT INTO/);
}
