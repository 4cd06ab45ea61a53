import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli } from '../../support/cli';
import { closedPort } from '../../support/ports';
import { onRedis, RedisServer } from '../../support/redis-server';

jest.setTimeout(60_000);

onRedis('the doctor at Redis', () => {
  let dir: string;
  let open: RedisServer;
  let closed: RedisServer;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pagecast-doctor-'));
    open = await RedisServer.start();
    closed = await RedisServer.at();
    await closed.start('--requirepass', 'geheim', '--user', ...'poster on >mine ~* &* +@all'.split(' '));
  });
  afterAll(async () => {
    await open.end();
    await closed.end();
    await rm(dir, { recursive: true, force: true });
  });

  async function queueAt(url: string) {
    const env = { QUEUE_URL: url, NETWORK: 'rehearsal', PORT: '0' };
    const { out, err } = await cli(dir, ['doctor', '--json'], { env });
    expect(out + err).not.toMatch(/geheim|wrong-one/);
    const found = JSON.parse(out) as { check: string; state: string; text: string; remedy?: string }[];
    return found.find(({ check }) => check === 'queue')!;
  }

  it('finds it well with the right password, and where none is wanted', async () => {
    const place = `127.0.0.1:${closed.port}`;
    for (const who of [':geheim', 'default:geheim', 'poster:mine'])
      for (const db of ['', '/3'])
        expect(await queueAt(`redis://${who}@${place}${db}`)).toEqual({
          check: 'queue',
          state: 'ok',
          text: `${place} answers`,
        });
    expect(await queueAt(open.url)).toMatchObject({ state: 'ok' });
    expect(await queueAt(open.url.replace('//', '//:wrong-one@'))).toMatchObject({ state: 'ok' });
  });

  it('says that the password is wrong or missing', async () => {
    const place = `127.0.0.1:${closed.port}`;
    for (const who of [':wrong-one', 'default:wrong-one', 'nobody:wrong-one'])
      expect(await queueAt(`redis://${who}@${place}`)).toMatchObject({
        state: 'fail',
        text: `${place} refuses the user or the password in QUEUE_URL (WRONGPASS)`,
        remedy: expect.stringContaining('Mend QUEUE_URL'),
      });
    for (const db of ['', '/3'])
      expect(await queueAt(`redis://${place}${db}`)).toMatchObject({
        state: 'fail',
        text: `${place} wants a password, and QUEUE_URL has none`,
      });
  });

  it('says that there is no such database', async () => {
    expect(await queueAt(`${open.url}/99`)).toMatchObject({
      state: 'fail',
      text: `127.0.0.1:${open.port} refuses the database 99 (ERR)`,
    });
  });

  it('says that it is full or a replica, although calls that read still work', async () => {
    const server = await RedisServer.start();
    const place = `127.0.0.1:${server.port}`;
    const state = 'fail';
    try {
      await server.call('CONFIG', 'SET', 'maxmemory', '1');
      expect(await queueAt(server.url)).toMatchObject({
        state,
        text: `${place} answers but takes no writes (OOM)`,
        remedy: expect.stringContaining('Give it memory if it is full'),
      });
      await server.call('CONFIG', 'SET', 'maxmemory', '0');
      await server.call('REPLICAOF', '127.0.0.1', '1');
      expect(await queueAt(server.url)).toMatchObject({
        state,
        text: `${place} answers but takes no writes (READONLY)`,
      });
      expect(await server.call('DBSIZE')).toBe(':0');
    } finally {
      await server.end();
    }
  });

  it('tells what is no Redis, and what does not speak TLS', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await queueAt(`redis://:geheim@127.0.0.1:${port}`)).toMatchObject({
      state: 'fail',
      text: `127.0.0.1:${port} is no Redis`,
    });
    server.close();
    for (const url of [open.url.replace('redis:', 'rediss:'), `redis://127.0.0.1:${await closedPort()}`])
      expect(await queueAt(url)).toMatchObject({
        state: 'fail',
        text: expect.stringContaining('cannot be reached ('),
      });
  });
});
