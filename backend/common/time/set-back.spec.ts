import { clockOf } from '../../../test/support/test-clock';
import { SetBack } from './set-back';

const MINUTE = 60_000;

describe('a clock that is watched', () => {
  let aheadMs: number;
  let setBack: SetBack;
  beforeEach(() => {
    aheadMs = 0;
    setBack = new SetBack(clockOf(() => Math.round(Date.now() + aheadMs)));
  });

  const noticed = async (): Promise<boolean> => {
    const work = jest.fn(() => Promise.resolve());
    await setBack.whenNoticed(work);
    return work.mock.calls.length > 0;
  };

  it('is noticed again when what was to be done failed', async () => {
    aheadMs = -2 * MINUTE;
    await expect(setBack.whenNoticed(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect([await noticed(), await noticed()]).toEqual([true, false]);
  });

  it('is noticed again when what was to be done is not done yet', async () => {
    aheadMs = -2 * MINUTE;
    await setBack.whenNoticed(() => Promise.resolve(false));
    expect([await noticed(), await noticed()]).toEqual([true, false]);
  });

  it('is noticed once when it is set back, and again the next time', async () => {
    expect(await noticed()).toBe(false);
    aheadMs = -2 * MINUTE;
    expect([await noticed(), await noticed()]).toEqual([true, false]);
    aheadMs = -4 * MINUTE;
    expect(await noticed()).toBe(true);
  });

  it('is noticed when it is set back after it was set forward, also in steps', async () => {
    aheadMs = 60 * MINUTE;
    expect(await noticed()).toBe(false);
    for (const step of [59.5, 59.2]) {
      aheadMs = step * MINUTE;
      expect(await noticed()).toBe(false);
    }
    aheadMs = 58.9 * MINUTE;
    expect(await noticed()).toBe(true);
  });

  it('is not noticed while it goes forward, or wrong by seconds', async () => {
    for (const seconds of [5, -5, 3_600, 3_590]) {
      aheadMs = seconds * 1000;
      expect(await noticed()).toBe(false);
    }
  });
});
