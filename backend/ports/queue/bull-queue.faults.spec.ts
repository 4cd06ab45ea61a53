import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { eventually } from '../../../test/support/eventually';
import { NetworkCut } from '../../../test/support/network-cut';
import { onRedis, RedisServer } from '../../../test/support/redis-server';
import { SILENCE_MS } from './bull-options';
import type { BullQueue } from './bull-queue';
import { makeBullQueue } from './bull-queue-under-test.contract';
import type { News } from './queue';

const PASSWORD = 'a-password-that-nobody-may-read';

onRedis('a queue by Bull whose Redis', () => {
  let server: RedisServer;
  let queue: BullQueue;
  let installation: string;
  /** How often each account was worked on. */
  let worked: Map<number, number>;
  let heard: News[];
  let said: string[];
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);

  beforeAll(() => process.on('unhandledRejection', note));
  afterAll(() => process.off('unhandledRejection', note));
  beforeEach(async () => {
    server = await RedisServer.at();
    installation = randomUUID();
    [worked, heard, said] = [new Map(), [], []];
    // Also services of another file that has just ended may write something.
    for (const level of ['log', 'warn', 'error'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation(function (this: Logger, ...what: unknown[]) {
        if (Reflect.get(this, 'context') === 'Queue') said.push(String(what[0]));
      });
  });
  afterEach(async () => {
    await queue.close();
    await server.end();
    jest.restoreAllMocks();
    expect(unhandled).toEqual([]);
    expect(said.join()).not.toContain(PASSWORD);
  });

  const use = (url = server.url) => {
    queue = makeBullQueue(url, installation);
    queue.serve((id) => Promise.resolve(void worked.set(id, (worked.get(id) ?? 0) + 1)), 4);
    queue.onAnnounced((news) => heard.push(news));
  };
  const is = (health: 'ok' | 'degraded') =>
    eventually(
      () => Promise.resolve(queue.health),
      (now) => now === health,
    );

  /** As the publisher does it: what is in line is asked for at every look, until it is worked on. */
  const worksOn = async (first: number, changes = 1) => {
    const ids = [first, first + 1, first + 2];
    const inLine = () => ids.filter((id) => !worked.has(id));
    await eventually(
      () => {
        for (const id of inLine()) queue.wake(id, changes);
        return Promise.resolve(inLine().length);
      },
      (left) => left === 0,
    );
  };
  const hears = async () => {
    const account = heard.length + 1000;
    const say = async () => {
      const other = makeBullQueue(server.url, installation);
      other.announce({ account });
      await eventually(
        () => Promise.resolve(other.health),
        (health) => health === 'ok',
      );
      await other.close();
    };
    await eventually(say, () => heard.some((news) => news.account === account));
  };

  const says = (lines: number) =>
    eventually(
      () => Promise.resolve(said.length),
      (length) => length === lines,
    );

  /** One line when it began and one when it was over, whatever happened in between. */
  const saidOnce = (reason: RegExp) => {
    expect(said).toEqual([expect.stringMatching(reason), expect.stringMatching(/^Redis works again/)]);
  };

  it('is not there at the start works without it, and with it once it is there', async () => {
    use();
    await worksOn(1);
    await says(1);
    await is('degraded');
    await worksOn(10);
    await server.start();
    await is('ok');
    await worksOn(20);
    await hears();
    saidOnce(/ECONNREFUSED/);
  });

  it('does not answer any more works on what it is woken for, and recovers when it answers', async () => {
    await server.start();
    use();
    await is('ok');
    server.freeze();
    await worksOn(1);
    await is('degraded');
    await worksOn(10);
    server.thaw();
    await is('ok');
    await worksOn(20);
    await hears();
    saidOnce(/no answer/);
  });

  it('is slow works with it or without it', async () => {
    await server.start();
    use();
    await is('ok');
    for (let n = 1; n <= 5; n++) {
      await server.call('CLIENT', 'PAUSE', '450');
      await worksOn(n * 10);
    }
    await is('ok');
    await worksOn(100);
    await hears();
  });

  it('is full works without it, and recovers when there is room', async () => {
    await server.start();
    use();
    await is('ok');
    await server.call('CONFIG', 'SET', 'maxmemory', '1');
    await worksOn(1);
    await is('degraded');
    await worksOn(10);
    await server.call('CONFIG', 'SET', 'maxmemory', '0');
    await is('ok');
    await worksOn(20);
    saidOnce(/OOM/);
  });

  it('becomes read-only works without it, and recovers when it can be written', async () => {
    await server.start();
    use();
    await is('ok');
    await server.call('REPLICAOF', '127.0.0.1', '1');
    await worksOn(1);
    await is('degraded');
    await worksOn(10);
    await server.call('REPLICAOF', 'NO', 'ONE');
    await is('ok');
    await worksOn(20);
    // A blocked read is told so in a way of its own.
    saidOnce(/READONLY|UNBLOCKED/);
  });

  it('refuses the password works without it, and recovers when it takes it', async () => {
    await server.start('--requirepass', 'another');
    use(`redis://:${PASSWORD}@127.0.0.1:${server.port}`);
    await says(1);
    await worksOn(1);
    await server.stop();
    await server.start('--requirepass', PASSWORD);
    await is('ok');
    await worksOn(10);
    saidOnce(/WRONGPASS|NOAUTH/);
  });

  it('wants a password that the URL does not have works without it', async () => {
    await server.start('--requirepass', PASSWORD);
    use();
    await says(1);
    await worksOn(1);
    expect(said).toEqual([expect.stringMatching(/NOAUTH/)]);
  });

  it('is restarted loses nothing and hears again', async () => {
    await server.start();
    use();
    await is('ok');
    await server.stop();
    await is('degraded');
    await worksOn(1);
    await server.start();
    await is('ok');
    await worksOn(10);
    await hears();
    // As long as the old connections were allowed to be silent: the new ones stay.
    await pause(SILENCE_MS);
    saidOnce(/ECONNREFUSED|ECONNRESET|EPIPE|connection lost/);
  });

  it('is flushed again and again goes on without a word', async () => {
    await server.start();
    use();
    await is('ok');
    for (let n = 0; n < 10; n++) {
      await Promise.all([worksOn(n * 10), server.call('FLUSHALL')]);
      await server.call('SCRIPT', 'FLUSH');
    }
    await hears();
    expect(said).toEqual([]);
  });

  it('is behind connections that carry nothing any more works without them, and gets new ones', async () => {
    await server.start();
    const link = await NetworkCut.to(`http://127.0.0.1:${server.port}`);
    try {
      use(link.url.replace('http', 'redis'));
      await is('ok');
      await hears();
      link.silence();
      await worksOn(1);
      await is('degraded');
      await worksOn(10);
      // Those connections are given up after five seconds.
      await eventually(
        () => Promise.resolve(queue.health),
        (now) => now === 'ok',
        20_000,
      );
      await worksOn(20);
      await hears();
      saidOnce(/no answer/);
    } finally {
      link.end();
    }
  });

  it('is away does not collect wakes and news without limit, and does not hold up the end', async () => {
    await server.start();
    use();
    await is('ok');
    server.freeze();
    for (let id = 1; id <= 5_000; id++) {
      queue.wake(id, 1);
      queue.announce({ account: id });
    }
    await is('degraded');
    const { unanswered, asked } = queue as unknown as { unanswered: number; asked: Map<number, unknown> };
    expect([unanswered, asked.size]).toEqual([256, 256]);
    await queue.drain();
    await queue.close();
  });
});
