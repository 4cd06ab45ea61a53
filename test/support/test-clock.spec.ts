import { TestClock } from './test-clock';

describe('the clock of a test', () => {
  it('shows whole milliseconds after a wait with a fraction, and has not stopped before its end', () => {
    const clock = new TestClock();
    clock.stop();
    const before = clock.now();
    clock.forward(1000.25);
    expect(clock.now() - before).toBe(1001);
    clock.ahead = 0.5;
    expect(clock.now() - before).toBe(1);
  });
});
