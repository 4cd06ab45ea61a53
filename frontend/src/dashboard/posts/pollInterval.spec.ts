import { pollInterval } from './pollInterval';

const now = Date.parse('2026-11-21T12:00:00Z');
const pending = (scheduled_for: string | null) => ({ status: 'pending' as const, scheduled_for });

it('reads the list often while a post is on its way', () => {
  expect(pollInterval([{ status: 'processing', scheduled_for: null }], now)).toBe(2_000);
  expect(pollInterval([pending('2026-11-21T12:01:30Z')], now)).toBe(2_000);
  expect(pollInterval([pending('2026-11-21T11:00:00Z')], now)).toBe(2_000);
});

it('reads it seldom otherwise', () => {
  expect(pollInterval(undefined, now)).toBe(15_000);
  expect(pollInterval([pending(null), pending('2026-11-21T12:02:30Z')], now)).toBe(15_000);
  expect(pollInterval([{ status: 'published', scheduled_for: '2026-11-21T11:59:00Z' }], now)).toBe(15_000);
});

it('hardly asks where changes are told', () => {
  expect(pollInterval([{ status: 'processing', scheduled_for: null }], now, true)).toBe(60_000);
});
