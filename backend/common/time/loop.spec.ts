import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Loop, type Round } from './loop';

const TICK_MS = 10_000;

/** A round that ends on demand. */
class Work {
  readonly ends: ((next?: number) => void)[] = [];
  readonly round: Round = () => new Promise((resolve) => this.ends.push(resolve));

  get begun(): number {
    return this.ends.length;
  }

  async end(next?: number): Promise<void> {
    this.ends.at(-1)?.(next);
    await turn();
  }
}

const turn = async () => {
  for (let n = 0; n < 10; n++) await Promise.resolve();
};

const registry = new SchedulerRegistry();
const loops: Loop[] = [];
const loopOf = (round: Round, options: { firstMs?: number; limitMs?: number } = {}) => {
  const loop = new Loop({ name: `loop ${loops.length}`, everyMs: TICK_MS, registry, ...options }, round);
  loops.push(loop);
  return loop;
};

/** How often a loop of this file has logged something. All loggers of a worker share what is spied on. */
const countIn = (spy: jest.SpyInstance): number =>
  spy.mock.contexts.filter((logger) => /^loop \d+$/.test((logger as { context?: string }).context ?? ''))
    .length;

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  for (const loop of loops.splice(0)) void loop.stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('Loop', () => {
  it('runs a round at the start and one at every tick', async () => {
    const round = jest.fn<Promise<undefined>, []>().mockResolvedValue(undefined);
    await loopOf(round).start();
    expect(round).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(3 * TICK_MS);
    expect(round).toHaveBeenCalledTimes(4);
  });

  it('delays the first round by firstMs', async () => {
    const round = jest.fn<Promise<undefined>, []>().mockResolvedValue(undefined);
    await loopOf(round, { firstMs: 500 }).start();
    await jest.advanceTimersByTimeAsync(499);
    expect(round).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(round).toHaveBeenCalledTimes(1);
  });

  it('sleeps until the instant that a round asks for, and never past a tick', async () => {
    const round = jest
      .fn<Promise<number | undefined>, []>()
      .mockResolvedValueOnce(300)
      .mockResolvedValue(2 * TICK_MS);
    await loopOf(round).start();
    await jest.advanceTimersByTimeAsync(300);
    expect(round).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(TICK_MS - 300);
    expect(round).toHaveBeenCalledTimes(3);
  });

  it('runs one more round for all calls that wake it during a round', async () => {
    const work = new Work();
    const loop = loopOf(work.round);
    void loop.start();
    const seen: string[] = [];
    void loop.wake().then(() => seen.push('one'));
    void loop.wake().then(() => seen.push('other'));
    expect(work.begun).toBe(1);
    await work.end();
    expect([work.begun, seen]).toEqual([2, []]);
    await work.end();
    expect([work.begun, seen]).toEqual([2, ['one', 'other']]);
  });

  it('keeps only the last instant that a round asked for', async () => {
    const work = new Work();
    const loop = loopOf(work.round);
    void loop.start();
    await work.end(100);
    void loop.wake();
    await work.end(5_000);
    await jest.advanceTimersByTimeAsync(4_999);
    expect(work.begun).toBe(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(work.begun).toBe(3);
  });

  it('logs the first of several failures and the recovery, and tries again at every tick', async () => {
    const errors = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const words = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
    const round = jest
      .fn<Promise<undefined>, []>()
      .mockRejectedValueOnce(new Error('away'))
      .mockRejectedValueOnce(new Error('away'))
      .mockResolvedValue(undefined);
    await loopOf(round).start();
    await jest.advanceTimersByTimeAsync(2 * TICK_MS);
    expect([round.mock.calls.length, countIn(errors), countIn(words)]).toEqual([3, 1, 1]);
  });

  it('gives up a round that exceeds its limit', async () => {
    const errors = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const work = new Work();
    void loopOf(work.round, { limitMs: 1_000 }).start();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(countIn(errors)).toBe(1);
    await jest.advanceTimersByTimeAsync(TICK_MS);
    expect(work.begun).toBe(2);
  });

  it('stops once its round has ended, and ignores later calls', async () => {
    const work = new Work();
    const loop = loopOf(work.round);
    void loop.start();
    const woken = loop.wake();
    let stopped = false;
    void loop.stop().then(() => (stopped = true));
    await turn();
    expect(stopped).toBe(false);
    await work.end(100);
    await woken;
    await loop.wake();
    await jest.advanceTimersByTimeAsync(2 * TICK_MS);
    expect([stopped, work.begun, registry.getIntervals()]).toEqual([true, 1, []]);
  });

  it('can be started again', async () => {
    const round = jest.fn<Promise<undefined>, []>().mockResolvedValue(undefined);
    const loop = loopOf(round);
    await loop.start();
    await loop.stop();
    await loop.start();
    await jest.advanceTimersByTimeAsync(TICK_MS);
    expect(round).toHaveBeenCalledTimes(3);
  });
});
