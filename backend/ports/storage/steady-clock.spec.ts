import { SteadyClock } from './steady-clock';

const HOUR = 3_600_000;

let [theirs, passed] = [0, 0];
let clock: SteadyClock;
beforeEach(() => {
  [theirs, passed] = [1_000_000, 500];
  clock = new SteadyClock(
    () => Promise.resolve(theirs),
    () => passed,
  );
});

it('tells the time of the other clock', async () => {
  expect(await clock.now()).toBe(1_000_000);
  [theirs, passed] = [1_060_000, 60_500];
  expect(await clock.now()).toBe(1_060_000);
});

it('does not run ahead of the time that has passed when the other clock is set two hours forward', async () => {
  await clock.now();
  [theirs, passed] = [1_000_000 + 2 * HOUR, 1_500];
  expect(await clock.now()).toBe(1_001_000);
});

it('goes back with the other clock', async () => {
  await clock.now();
  [theirs, passed] = [1_000_000 - HOUR, 1_500];
  expect(await clock.now()).toBe(1_000_000 - HOUR);
});
