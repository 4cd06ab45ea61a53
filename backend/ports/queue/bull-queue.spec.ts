import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { onRedis, RedisServer } from '../../../test/support/redis-server';
import { eventually } from '../../../test/support/eventually';
import type { BullQueue } from './bull-queue';
import { openBullQueue } from './bull-queue-under-test.contract';
import type { News } from './queue';
import { queueContract } from './queue.contract';

/** Longer than a wake is on its way. */
const QUIET_MS = 150;

onRedis('with Redis', () => {
  let server: RedisServer;
  const open: BullQueue[] = [];
  const queueOf = async (installation?: string) => {
    const queue = await openBullQueue(server.url, installation);
    open.push(queue);
    return queue;
  };
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterEach(() => Promise.all(open.splice(0).map((queue) => queue.close())));
  afterAll(() => server.end());

  queueContract('Bull', async () => {
    const queue = await queueOf();
    return { queue, quiet: () => pause(QUIET_MS), end: () => queue.close() };
  });

  const hearing = (queue: BullQueue) => {
    const heard: News[] = [];
    queue.onAnnounced((news) => heard.push(news));
    return heard;
  };
  const comes = (list: unknown[], count: number) =>
    eventually(
      () => Promise.resolve(list.length),
      (length) => length >= count,
    );
  const listeners = async (count: number) => {
    const pattern = (line: string) => Number(/^:(\d+)/.exec(line)?.[1]);
    await eventually(
      () => server.call('PUBLISH', `pagecast:${installation}:news`, '[]'),
      (line) => pattern(line) === count,
    );
  };
  let installation: string;
  beforeEach(() => {
    installation = randomUUID();
  });

  describe('several processes', () => {
    it('share what one of them wakes, and each account is worked on once', async () => {
      const [one, other] = [await queueOf(installation), await queueOf(installation)];
      const begun: number[][] = [[], []];
      for (const [n, queue] of [one, other].entries())
        queue.serve((id) => {
          begun[n]!.push(id);
          return new Promise(() => undefined);
        }, 3);
      for (let id = 1; id <= 6; id++) for (const queue of [one, other]) queue.wake(id, 7);
      const all = () => begun.flat().sort();
      await eventually(
        () => Promise.resolve(all().length),
        (length) => length >= 6,
      );
      await pause(QUIET_MS);
      expect(all()).toEqual([1, 2, 3, 4, 5, 6]);
      expect(begun.map((ids) => ids.length)).toEqual([3, 3]);
    });

    it('share again an account that was in line before, although nothing has changed since', async () => {
      const [one, other] = [await queueOf(installation), await queueOf(installation)];
      const begun: number[] = [];
      const ends: (() => void)[] = [];
      const work = (id: number) => {
        begun.push(id);
        return new Promise<void>((resolve) => ends.push(resolve));
      };
      // Has no place, so that it asks for the account and does not get it.
      other.serve(work, 1);
      other.wake(2, 1);
      await comes(begun, 1);
      one.serve(work, 2);
      for (const queue of [one, other]) queue.wake(1, 7);
      await comes(begun, 2);
      // It leaves the line, and is back hours later.
      for (const end of ends.splice(0)) end();
      for (const queue of [one, other]) queue.stillInLine([]);
      await eventually(
        () => Promise.resolve([one.free, other.free]),
        ([first, second]) => first === 2 && second === 1,
      );
      const then = performance.now() + 6 * 3_600_000;
      const clock = jest.spyOn(performance, 'now').mockReturnValue(then);
      for (const queue of [one, other]) queue.wake(1, 7);
      clock.mockRestore();
      await comes(begun, 3);
      await pause(QUIET_MS);
      expect(begun).toEqual([2, 1, 1]);
    });

    it('hear what a process that does not serve announces, and nothing of other installations', async () => {
      const api = await queueOf(installation);
      const stranger = await queueOf();
      const heard = [hearing(await queueOf(installation)), hearing(await queueOf(installation))];
      await listeners(2);
      stranger.announce({ account: 'all' });
      api.announce({ account: 'all', topics: ['videos'] });
      api.announce({ account: 5 });
      await Promise.all(heard.map((news) => comes(news, 2)));
      for (const news of heard)
        expect(news).toEqual([{ account: 'all', topics: ['videos'] }, { account: 5 }]);
    });

    it('ignore announcements that they do not understand', async () => {
      const [api, heard] = [await queueOf(installation), hearing(await queueOf(installation))];
      await listeners(1);
      const channel = `pagecast:${installation}:news`;
      for (const text of ['', '{', 'null', '5', '[null,5,"x",{"account":{}},{"account":1,"topics":1}]'])
        await server.call('PUBLISH', channel, text);
      api.announce({ account: 1 });
      await comes(heard, 1);
      expect(heard).toEqual([{ account: 1 }]);
    });

    it('announce a thousand changes in a few messages', async () => {
      const [api, heard] = [await queueOf(installation), hearing(await queueOf(installation))];
      await listeners(1);
      for (let n = 0; n < 1_000; n++) api.announce({ account: 'all', topics: ['videos'] });
      api.announce({ account: 2 });
      await eventually(() => Promise.resolve(heard.some(({ account }) => account === 2)), Boolean);
      expect(heard.length).toBeLessThan(10);
    });

    it('work on what a killed process has taken and not ended', async () => {
      const queue = await queueOf(installation);
      // As a process leaves it that dies between the two.
      const key = `pagecast:${installation}:wakes`;
      await server.call('LPUSH', `${key}:active`, '4@1');
      await server.call('HSET', `${key}:4@1`, 'name', '__default__', 'data', '{"account":4,"changes":1}');
      const begun: number[] = [];
      queue.serve((id) => Promise.resolve(void begun.push(id)), 2);
      const looks = (changes: number) => {
        queue.wake(4, changes);
        return Promise.resolve(begun.length);
      };
      await eventually(
        () => looks(1),
        (count) => count === 1,
      );
      await eventually(
        () => looks(2),
        (count) => count === 2,
      );
      expect(begun).toEqual([4, 4]);
    });

    it('remove what a killed process left behind long ago, and nothing that is new', async () => {
      const queue = await queueOf(installation);
      const key = `pagecast:${installation}:wakes`;
      for (const [id, timestamp] of [
        ['4@1', '1700000000000'],
        ['5@1', String(Date.now())],
      ] as const) {
        await server.call('LPUSH', `${key}:active`, id);
        await server.call('HSET', `${key}:${id}`, 'name', '__default__', 'timestamp', timestamp);
      }
      await (queue as unknown as { tidy(): Promise<void> }).tidy();
      expect(await server.call('EXISTS', `${key}:4@1`, `${key}:5@1`)).toBe(':1');
      expect(await server.call('LLEN', `${key}:active`)).toBe(':1');
    });

    it('leave nothing behind in Redis of work that has ended', async () => {
      const queue = await queueOf(installation);
      const begun: number[] = [];
      queue.serve((id) => Promise.resolve(void begun.push(id)), 2);
      for (let id = 1; id <= 20; id++) queue.wake(id, 1);
      await comes(begun, 20);
      await eventually(
        () => server.call('EVAL', `return #redis.call('KEYS', '*${installation}*@*')`, '0'),
        (count) => count === ':0',
      );
    });
  });
});
