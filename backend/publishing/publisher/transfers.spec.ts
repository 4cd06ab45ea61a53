import { setMaxListeners } from 'node:events';
import { loadConfig } from '../../config/config';
import { Beginnings } from './beginnings';
import { NoPlace, Transfers } from './transfers';

const SECOND = 1000;

describe('Transfers', () => {
  let transfers: Transfers;
  const never = new AbortController().signal;
  setMaxListeners(0, never);
  const places = (count: number) => Promise.all(Array.from({ length: count }, () => transfers.place(never)));
  /** Asks for a place; says what came of it. */
  const ask = (signal = never) => {
    const asked: { place?: () => void; error?: unknown } = {};
    transfers.place(signal).then(
      (place) => (asked.place = place),
      (error: unknown) => (asked.error = error),
    );
    return asked;
  };
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    jest.useFakeTimers();
    transfers = new Transfers(new Beginnings(loadConfig({ DATA_DIR: '/nowhere' })));
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('give sixty-four places at a time, and each that is given back to who waits longest', async () => {
    const given = await places(64);
    const [first, second] = [ask(), ask()];
    await pass(SECOND);
    expect([first.place, second.place]).toEqual([undefined, undefined]);
    given[7]!();
    given[7]!();
    await pass(0);
    expect([typeof first.place, second.place]).toEqual(['function', undefined]);
    first.place!();
    await pass(0);
    expect(typeof second.place).toBe('function');
  });

  it('refuse who has waited for ten seconds, and the place goes to the next', async () => {
    const given = await places(64);
    const early = ask();
    await pass(5 * SECOND);
    const late = ask();
    await pass(5 * SECOND);
    expect(early.error).toBeInstanceOf(NoPlace);
    expect((early.error as NoPlace).againMs).toBeGreaterThan(0);
    given[0]!();
    await pass(0);
    expect(typeof late.place).toBe('function');
  });

  it('have room for all until somebody waited in vain, and for who finds a place during the minute after', async () => {
    const given = await places(64);
    for (let n = 0; n < 200; n++) ask();
    await pass(SECOND);
    expect(transfers.room).toBe(Infinity);
    await pass(9 * SECOND);
    expect(transfers.room).toBe(0);
    for (const giveBack of given.slice(0, 3)) giveBack();
    expect(transfers.room).toBe(3);
    await places(1);
    expect(transfers.room).toBe(2);
    await pass(60 * SECOND);
    expect(transfers.room).toBe(Infinity);
  });

  it('refuse everybody from the stop on, at once', async () => {
    const given = await places(64);
    const waiting = ask();
    await pass(0);
    transfers.stop();
    const after = ask();
    await pass(0);
    expect([waiting.error, after.error]).toEqual([expect.any(NoPlace), expect.any(NoPlace)]);
    given[0]!();
    expect(ask().place).toBeUndefined();
  });

  it('let go of who is interrupted', async () => {
    const given = await places(64);
    const lost = new AbortController();
    const [waiting, next] = [ask(lost.signal), ask()];
    await pass(0);
    lost.abort();
    await pass(0);
    expect(waiting.error).toBeInstanceOf(NoPlace);
    given[0]!();
    await pass(0);
    expect(typeof next.place).toBe('function');
  });
});
