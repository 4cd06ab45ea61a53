import { SetBack } from './set-back';

const MINUTE = 60_000;

describe('a clock that is watched', () => {
  let aheadMs: number;
  let setBack: SetBack;
  beforeEach(() => {
    aheadMs = 0;
    setBack = new SetBack({ now: () => Math.round(Date.now() + aheadMs) });
  });

  it('is noticed once when it is set back, and again the next time', () => {
    expect(setBack.noticed()).toBe(false);
    aheadMs = -2 * MINUTE;
    expect([setBack.noticed(), setBack.noticed()]).toEqual([true, false]);
    aheadMs = -4 * MINUTE;
    expect(setBack.noticed()).toBe(true);
  });

  it('is noticed when it is set back after it was set forward, also in steps', () => {
    aheadMs = 60 * MINUTE;
    expect(setBack.noticed()).toBe(false);
    for (const step of [59.5, 59.2]) {
      aheadMs = step * MINUTE;
      expect(setBack.noticed()).toBe(false);
    }
    aheadMs = 58.9 * MINUTE;
    expect(setBack.noticed()).toBe(true);
  });

  it('is not noticed while it goes forward, or wrong by seconds', () => {
    for (const seconds of [5, -5, 3_600, 3_590]) {
      aheadMs = seconds * 1000;
      expect(setBack.noticed()).toBe(false);
    }
  });
});
