import { Usage } from './usage';

const MINUTE = 60_000;

function counting({ hasApp = true } = {}) {
  const time = { now: 0 };
  return { time, usage: new Usage(hasApp, () => time.now) };
}

const used = (share: number) => JSON.stringify({ call_count: 12, total_time: share, total_cputime: 3 });
const useCase = (type: string, share: number, minutes = 0) =>
  JSON.stringify({
    '112130216863063': [{ type, call_count: share, estimated_time_to_regain_access: minutes }],
  });

describe('usage in a good answer', () => {
  it('pauses all accounts of an app at its limit for a quarter of an hour', () => {
    const { time, usage } = counting();
    usage.noteGood('A', { 'x-app-usage': used(100) });
    expect([usage.restMs('A', 'facebook'), usage.restMs('B', 'instagram')]).toEqual([
      15 * MINUTE,
      15 * MINUTE,
    ]);
    time.now = 15 * MINUTE;
    expect(usage.restMs('B', 'instagram')).toBe(0);
  });

  it('pauses only that token where each may belong to another app', () => {
    const { usage } = counting({ hasApp: false });
    usage.noteGood('A', { 'x-app-usage': used(100) });
    expect([usage.restMs('A', 'facebook'), usage.restMs('B', 'facebook')]).toEqual([15 * MINUTE, 0]);
  });

  it.each([
    ['of a Page', { 'x-page-usage': used(101) }, 15 * MINUTE, 0],
    ['of the use case of Pages', { 'x-business-use-case-usage': useCase('pages', 100) }, 15 * MINUTE, 0],
    ['of Pages, with its end', { 'x-business-use-case-usage': useCase('pages', 3, 7) }, 7 * MINUTE, 0],
    ['of Instagram', { 'x-business-use-case-usage': useCase('instagram', 100, 2) }, 0, 2 * MINUTE],
    ['of advertising', { 'x-business-use-case-usage': useCase('ads_management', 100, 9) }, 0, 0],
    ['with a wait of years', { 'x-business-use-case-usage': useCase('pages', 100, 1e9) }, 1440 * MINUTE, 0],
    ['just below the limit', { 'x-app-usage': used(99), 'x-page-usage': used(99) }, 0, 0],
    ['that is garbage', { 'x-app-usage': '[100]', 'x-business-use-case-usage': '{"1":[5]}' }, 0, 0],
  ])('pauses as told: usage %s', (_name, headers, facebook, instagram) => {
    const { usage } = counting();
    usage.noteGood('A', headers);
    expect([usage.restMs('A', 'facebook'), usage.restMs('A', 'instagram')]).toEqual([facebook, instagram]);
    expect([usage.restMs('B', 'facebook'), usage.restMs('B', 'instagram')]).toEqual([0, 0]);
  });

  it('ends the pause when it is below the limit or absent', () => {
    const { usage } = counting();
    usage.noteGood('A', { 'x-app-usage': used(100) });
    usage.noteGood('B', {});
    expect(usage.restMs('A', 'facebook')).toBe(0);
  });
});

describe('a refusal', () => {
  it('pauses all accounts of an app whose limit is reached, for as long as Meta says', () => {
    const { usage } = counting();
    usage.noteRefused('A', {}, { wholeApp: true, waitMs: 40 * MINUTE });
    expect(usage.restMs('B', 'facebook')).toBe(40 * MINUTE);
  });

  it('pauses nothing for other reasons, and ends no pause', () => {
    const { usage } = counting();
    usage.noteRefused('A', {}, { wholeApp: false });
    expect(usage.restMs('A', 'facebook')).toBe(0);
    usage.noteRefused('A', {}, { wholeApp: true });
    usage.noteRefused('B', {}, { wholeApp: false });
    expect(usage.restMs('B', 'facebook')).toBe(15 * MINUTE);
  });
});
