import { Clock } from '../common/time/clock';
import type { PlansService } from './plans.service';
import { PriceSummary } from './price-summary';

const HOUR_MS = 3_600_000;

/** A wall clock that is set, beside a steady one. */
class SetClock extends Clock {
  wall = Date.UTC(2026, 10, 1);
  since = 0;
  override now = (): number => this.wall + this.since;
  override steady = (): number => this.since;
}

it('reads the price again after a minute, also when the clock was set back meanwhile', async () => {
  const clock = new SetClock();
  let price = 100;
  const list = () => Promise.resolve({ rows: [{ price, duration_days: 30 }], total: 1 });
  const summary = new PriceSummary({ list } as unknown as PlansService, clock);
  /** What the page after this one shows. */
  const shown = async () => {
    summary.current();
    await new Promise(setImmediate);
    return summary.current();
  };
  expect(await shown()).toBe('Plans from ₹100 a month.');
  price = 200;
  clock.wall -= HOUR_MS;
  clock.since = 59_000;
  expect(await shown()).toBe('Plans from ₹100 a month.');
  clock.since = 61_000;
  expect(await shown()).toBe('Plans from ₹200 a month.');
});
