import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startFake, startTestApp } from '../../support/app';
import { NetworkCut } from '../../support/network-cut';
import { nowToPost } from '../../support/post-times';
import { Users } from '../../support/users';
import { Client, eventually } from '../../support/client';
import { onMariadb } from '../../support/databases';
import { fixture } from '../../support/media';
import { MAIN, Product } from '../../support/process';

const KEYS = {
  JWT_SECRET: 'a secret of more than 32 characters',
  ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
};

/** On the way to the database: keeps the answer to the COMMIT of an intent, and all after it. */
class Ambush {
  private readonly kept: (() => void)[] = [];
  private sprung = false;
  private readonly server = createServer((near) => this.join(near, connect(3306, '127.0.0.1')));

  private constructor(private readonly onIntent: () => void) {}

  static async lay(onIntent: () => void): Promise<Ambush> {
    const ambush = new Ambush(onIntent);
    await new Promise<void>((resolve) => ambush.server.listen(0, '127.0.0.1', resolve));
    return ambush;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  letGo(): void {
    for (const write of this.kept.splice(0)) write();
    this.sprung = true;
    this.held.clear();
  }

  end(): void {
    this.server.close();
  }

  private readonly held = new Set<Socket>();

  private join(near: Socket, far: Socket): void {
    let hasIntent = false;
    // A word may come in two pieces.
    let tail = Buffer.alloc(0);
    near.on('data', (bytes: Buffer) => {
      const holds = (word: string) => Buffer.concat([tail.subarray(1 - word.length), bytes]).includes(word);
      hasIntent ||= holds('intentAt');
      const isIt = hasIntent && !this.sprung && holds('COMMIT');
      tail = Buffer.concat([tail, bytes]).subarray(-10);
      if (isIt) {
        this.sprung = true;
        this.held.add(near);
        this.onIntent();
      }
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (this.held.has(near)) this.kept.push(() => near.write(bytes));
      else near.write(bytes);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }
}

async function schedule(user: Client, title: string, file = 'portrait.mp4'): Promise<number> {
  const { status, body } = await user.upload('/api/videos', [fixture(file)], {
    titles: [title],
    scheduled_for: [(await nowToPost()).toISOString()],
  });
  expect(status).toBe(201);
  return body.videos[0].id;
}

const ended = (user: Client, id: number, withinMs: number) =>
  eventually(
    () => user.get(`/api/videos/${id}`),
    ({ body }) => ['published', 'failed'].includes(body.status),
    withinMs,
  );

onMariadb('on MariaDB', (makeConfig) => {
  const urlOf = async () => {
    const config = await makeConfig();
    return config.kind === 'mysql' ? config.url : '';
  };

  it('makes no call in a process that was frozen between its intent and its public call', async () => {
    const [url, fake] = [await urlOf(), await startFake()];
    const dir = await mkdtemp(join(tmpdir(), 'pagecast-frozen-'));
    let spring: () => void = () => undefined;
    const intent = new Promise<void>((resolve) => (spring = resolve));
    const products: Product[] = [];
    const ambush = await Ambush.lay(() => {
      products[0]?.signal('SIGSTOP');
      spring();
    });
    const start = async (port: number) => {
      const env = { ...KEYS, DATABASE_URL: url.replace(':3306', `:${port}`) };
      const product = await Product.start(MAIN, { fake, dir, env });
      products.push(product);
      return product;
    };
    try {
      const first = await start(ambush.port);
      const user = await new Users(new Client(first.url)).subscriber({ connected: true });
      const id = await schedule(user, 'Frozen');
      await intent;
      const second = await start(3306);
      // The answer waits in the socket of the frozen process.
      ambush.letGo();
      // The frozen process read it before its intent.
      await fake.waitForCall('video.status', 2, 60_000);
      first.signal('SIGCONT');
      // It learns of it from the clock, or from a query that has had no answer for too long.
      const noticed = () =>
        first.logs.some(({ msg }) => /^(the lease was lost|a publication was interrupted)/.test(msg));
      await eventually(() => Promise.resolve(noticed()), Boolean, 20_000).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${JSON.stringify(first.logs.slice(-5))}`);
      });
      await pause(2_000);
      expect(fake.history('reels.finish')).toEqual([]);

      const there = new Client(second.url, user.token);
      const { body } = await ended(there, id, 120_000);
      expect(body.status).toBe('published');
      await pause(1_000);
      expect(fake.history('reels.finish')).toHaveLength(1);
      expect([fake.published().length, fake.violations()]).toEqual([1, []]);
    } finally {
      await Promise.all(products.map((product) => product.kill()));
      ambush.end();
      await fake.stop();
      await rm(dir, { recursive: true, force: true });
    }
  }, 200_000);

  it('publishes each post once when connections go silent', async () => {
    const url = await urlOf();
    const link = await NetworkCut.to(url.replace('mariadb:', 'http:'));
    const DATABASE_URL = url.replace('127.0.0.1:3306', new URL(link.url).host);
    const app = await startTestApp({ env: { ...KEYS, DATABASE_URL } });
    try {
      const user = await app.users.subscriber({ connected: true });
      const files = ['portrait.mp4', 'portrait-1080.mp4', 'rotated.mp4'];
      app.fake.fault({ on: 'reels.bytes', times: 3, do: { delayMs: 1_000 } });
      const ids = [];
      for (const file of files) ids.push(await schedule(user, `Silent ${file}`, file));
      await app.fake.waitForCall('reels.bytes');
      link.silence();
      const silentAt = performance.now();
      // Somebody else is answered meanwhile, or told to come back.
      const ready = await app.client.get('/health/ready');
      expect([200, 503]).toContain(ready.status);
      expect(performance.now() - silentAt).toBeLessThan(5_000);
      for (const id of ids) expect((await ended(user, id, 120_000)).body.status).toBe('published');
      expect([app.fake.published().length, app.fake.violations()]).toEqual([3, []]);
      expect((await app.client.get('/health/ready')).status).toBe(200);
    } finally {
      await app.end();
      link.end();
    }
  });

  it('failed items come back: retry, without a time, another file, dismissal', async () => {
    const app = await startTestApp({ env: { ...KEYS, DATABASE_URL: await urlOf() } });
    try {
      const user = await app.users.subscriber({ connected: true });
      const fail = { status: 400, body: { error: { message: 'No such video', code: 352 } } };
      app.fake.fault({ on: 'reels.start', times: 2, do: fail });
      const id = await schedule(user, 'Comes back');
      expect((await ended(user, id, 20_000)).body.upload_error).toContain('No such video');
      const path = `/api/videos/${id}`;
      expect((await user.post(`${path}/dismiss`)).body.dismissed_at).not.toBeNull();
      expect(await user.post(`${path}/retry`, { unscheduled: 1 })).toMatchObject({
        status: 200,
        body: { status: 'pending', scheduled_for: null },
      });
      const soon = (await nowToPost()).toISOString();
      await user.put(`${path}/reschedule`, { scheduled_for: soon });
      expect((await ended(user, id, 20_000)).body.status).toBe('failed');

      const form = new FormData();
      form.append('file', new Blob([await readFile(fixture('portrait-1080.mp4'))]), 'other.mp4');
      expect(await user.call('PUT', `${path}/file`, form)).toMatchObject({
        status: 200,
        body: { status: 'pending', width: 1080, scheduled_for: null },
      });
      await user.put(`${path}/reschedule`, { scheduled_for: (await nowToPost()).toISOString() });
      expect((await ended(user, id, 20_000)).body.status).toBe('published');
      const { body } = await user.get('/api/user/subscription');
      const { size_bytes } = (await user.get(path)).body;
      expect([body.submissions.used, body.storage.used]).toEqual([0, size_bytes]);
      expect(app.fake.published()).toMatchObject([{ caption: 'Comes back' }]);
    } finally {
      await app.end();
    }
  });
});
