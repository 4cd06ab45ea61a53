import { Clock } from '../common/time/clock';
import type { Database } from './database';
import { DatabaseTime } from './database-time';

const START = Date.UTC(2026, 2, 2, 8);
let steady = 0;
/** What the wall clock was set forward by. */
let set = 0;
beforeEach(() => {
  steady = set = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => steady);
  jest.spyOn(Date, 'now').mockImplementation(() => START + steady + set);
});
afterEach(() => jest.restoreAllMocks());

/** The database reads its clock immediately; the answer arrives `comesAfterMs` later. */
function timeWith(database: {
  comesAfterMs: number;
  setMeanwhileMs?: number;
  aheadMs?: number;
}): DatabaseTime {
  const row = () => {
    const now = START + steady + (database.aheadMs ?? 0);
    steady += database.comesAfterMs;
    set += database.setMeanwhileMs ?? 0;
    return Promise.resolve({ now });
  };
  return new DatabaseTime({ nowSql: 'NOW()', row } as unknown as Database, new Clock());
}

it('ignores a measurement that was delayed', async () => {
  const database = { comesAfterMs: 4 };
  const time = timeWith(database);
  await time.measure();
  expect(Math.abs(time.offsetMs)).toBeLessThanOrEqual(2);
  database.comesAfterMs = 120_000;
  await time.measure();
  expect(Math.abs(time.offsetMs)).toBeLessThanOrEqual(2);
});

it.each([900_000, -900_000])(
  'keeps the right time if the clock is set by %i ms during a measurement',
  async (ms) => {
    const database = { comesAfterMs: 4, setMeanwhileMs: ms };
    const time = timeWith(database);
    await time.measure();
    expect(Math.abs(time.now() - (START + steady))).toBeLessThanOrEqual(2);
    await time.measure();
    expect(Math.abs(time.now() - (START + steady))).toBeLessThanOrEqual(2);
  },
);

it('has a steady clock that neither the database nor the machine sets', async () => {
  const database = { comesAfterMs: 0, aheadMs: 0 };
  const time = timeWith(database);
  await time.measure();
  const before = time.steady();
  for (const [ofDatabase, ofMachine] of [
    [3_600_000, 0],
    [3_600_000, 7_200_000],
    [-3_600_000, -7_200_000],
  ] as const) {
    [database.aheadMs, set] = [ofDatabase, ofMachine];
    await time.measure();
    steady += 1_000;
    expect(time.now() - (START + steady)).toBe(ofDatabase);
  }
  expect(time.steady() - before).toBe(3_000);
});
