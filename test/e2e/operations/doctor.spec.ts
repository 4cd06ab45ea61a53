import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { Database } from '../../../backend/database/database';
import { startTestApp, useApp } from '../../support/app';
import { cli } from '../../support/cli';
import { closedPort } from '../../support/ports';

jest.setTimeout(240_000);

interface Found {
  check: string;
  state: string;
  text: string;
  remedy?: string;
}

async function doctor(
  dir: string,
  env: Record<string, string> = {},
): Promise<[number | null, Record<string, Found>]> {
  const { code, out, err } = await cli(dir, ['doctor', '--json'], { env });
  expect(err).toBe('');
  const found = JSON.parse(out) as Found[];
  for (const { state, remedy } of found) expect(remedy === undefined).toBe(state === 'ok');
  return [code, Object.fromEntries(found.map((each) => [each.check, each]))];
}

describe('the doctor', () => {
  const app = useApp();
  const servers: Server[] = [];
  const sockets: Socket[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
  });

  const portOf = () => new URL(app.url).port;
  const env = (more: Record<string, string> = {}) => ({
    PORT: portOf(),
    GRAPH_URL: app.fake.graphUrl,
    ...more,
  });

  /** A server that takes connections and says nothing. */
  async function silence(): Promise<number> {
    const server = createServer((socket) => void sockets.push(socket));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  it('finds nothing wrong with a product that runs', async () => {
    await chmod(app.dir, 0o700);
    const [code, found] = await doctor(app.dir, env());
    expect([code, Object.values(found).filter(({ state }) => state === 'fail')]).toEqual([0, []]);
    expect(Object.keys(found)).toEqual([
      ...['versions', 'configuration', 'data folder', 'keys', 'prober'],
      ...['database', 'storage', 'queue', 'mail', 'network', 'product'],
    ]);
    expect(found.database).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/^SQLite 3\.\d.* up to date/),
    });
    expect(found.product?.text).toContain('ready, version');
  });

  it('shows a line for each check, with the remedy below', async () => {
    const { out } = await cli(app.dir, ['doctor'], { env: env() });
    expect(out).toMatch(/^ok {4}database {7}SQLite/m);
    expect(out).toMatch(/^warn {2}mail {11}files in .*\n {21}Set MAIL_URL to a mail server\.$/m);
  });

  it('names what is wrong and what to do', async () => {
    const db = app.running.nest.get(Database);
    await db.run("INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Newer9999999999999')");
    await chmod(join(app.dir, 'encryption-key'), 0o644);
    const [code, found] = await doctor(
      app.dir,
      env({ FFPROBE_PATH: '/nowhere/ffprobe', GRAPH_URL: `http://127.0.0.1:${await closedPort()}` }),
    );
    await db.run("DELETE FROM migrations WHERE name = 'Newer9999999999999'");
    await chmod(join(app.dir, 'encryption-key'), 0o600);
    expect(code).toBe(1);
    expect(found.database).toMatchObject({
      state: 'fail',
      text: expect.stringContaining('Newer9999999999999'),
    });
    expect(found.keys).toMatchObject({ state: 'fail', remedy: expect.stringContaining('chmod 600') });
    expect(found.prober).toMatchObject({ state: 'fail', remedy: expect.stringContaining('FFPROBE_PATH') });
    expect(found.network).toMatchObject({ state: 'fail', text: expect.stringContaining('ECONNREFUSED') });
  });

  it('names every variable that is wrong, without its value', async () => {
    const { code, out } = await cli('/nowhere', ['doctor'], {
      env: { PORT: 'none', JWT_SECRET: 'tiny-secret' },
    });
    expect(code).toBe(1);
    expect(out).toMatch(/^fail {2}configuration {2}PORT: must be/m);
    expect(out).toMatch(/^fail {2}configuration {2}JWT_SECRET: must be/m);
    expect(out).not.toContain('tiny-secret');
  });

  it('ends although a mail server, the network, the database and the port are silent', async () => {
    const port = await silence();
    const [code, found] = await doctor(app.dir, {
      MAIL_URL: `smtp://somebody:hunter22@127.0.0.1:${port}`,
      GRAPH_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: `mysql://somebody:hunter22@127.0.0.1:${port}/pagecast`,
      JWT_SECRET: 'a'.repeat(32),
      ENCRYPTION_KEY: 'ab'.repeat(32),
      PORT: String(port),
    });
    expect(code).toBe(1);
    for (const name of ['mail', 'network', 'database', 'product']) expect(found[name]?.state).not.toBe('ok');
    expect(JSON.stringify(found)).not.toContain('hunter22');
  });

  it('says that what the first start makes is not there yet', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'pagecast-doctor-'));
    try {
      const [code, found] = await doctor(join(dir, 'data'), { GRAPH_URL: app.fake.graphUrl, PORT: '0' });
      expect(code).toBe(0);
      expect([found.database?.state, found.storage?.state, found.keys?.state]).toEqual([
        'warn',
        'warn',
        'warn',
      ]);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  it.each([['doctor'], ['verify']])('binds nothing: %s', async (name) => {
    const dir = await mkdtemp(join(tmpdir(), 'pagecast-doctor-'));
    const { GRAPH_URL } = env();
    try {
      expect(await cli(dir, ['migrate'])).toMatchObject({ code: 0 });
      const { code, out, err } = await cli(dir, [name], { env: { GRAPH_URL, PORT: '0' } });
      expect([code, out + err]).toEqual([
        name === 'doctor' ? 0 : 1,
        expect.stringMatching(/not bound to this installation yet[^]*he first start does it/),
      ]);
      const file = new SqliteHandle(join(dir, 'pagecast.sqlite'), { readonly: true });
      expect(file.prepare('SELECT storage_uuid FROM installation').all()).toEqual([{ storage_uuid: null }]);
      file.close();
      expect(existsSync(join(dir, 'media'))).toBe(false);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  it('finds a media folder that is gone', async () => {
    const other = await startTestApp({ fake: app.fake });
    await other.stop();
    await rm(join(other.dir, 'media'), { recursive: true });
    const [code, found] = await doctor(other.dir, { GRAPH_URL: app.fake.graphUrl, PORT: '0' });
    await rm(other.dir, { recursive: true, force: true });
    expect([code, found.storage]).toEqual([1, expect.objectContaining({ state: 'fail' })]);
  });
});
