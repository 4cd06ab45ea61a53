import type { ConnectionState } from '../../../types';
import { noticesOf, titleOf, type Network } from './connectionNotices';

const now = Date.parse('2026-11-21T12:00:00Z');
const days = (n: number) => new Date(now + n * 24 * 3_600_000).toISOString();
const state = (more: Partial<ConnectionState>): ConnectionState => ({
  status: 'connected',
  id: '1',
  name: 'Page',
  verified_at: null,
  expires_at: null,
  paused_reason: null,
  resumes_at: null,
  missing_permissions: null,
  ...more,
});

it.each([
  ['a good connection', {}, {}, []],
  ['one that lasts', { expires_at: days(7.1) }, {}, []],
  ['none', { status: 'missing', expires_at: days(1) } as const, {}, []],
])('says nothing of %s', (_, facebook, instagram, notices) => {
  expect(noticesOf({ facebook: state(facebook), instagram: state(instagram) }, now)).toEqual(notices);
});

it('tells of an end that is near, once for both networks', () => {
  const ending = state({ expires_at: days(6.9) });
  expect(noticesOf({ facebook: ending, instagram: state({}) }, now)).toMatchObject([
    { what: 'ending', networks: ['facebook'] },
  ]);
  expect(noticesOf({ facebook: ending, instagram: ending }, now)).toMatchObject([
    { what: 'ending', networks: ['facebook', 'instagram'] },
  ]);
});

it('tells of each pause with its reason, and of no end of what is paused', () => {
  const paused = state({ status: 'paused', paused_reason: 'Sign in again.', expires_at: days(1) });
  const other = { ...paused, paused_reason: 'Too many calls.', resumes_at: days(0.1) };
  expect(noticesOf({ facebook: paused, instagram: other }, now)).toEqual([
    { what: 'paused', networks: ['facebook'], reason: 'Sign in again.', resumesAt: null },
    { what: 'paused', networks: ['instagram'], reason: 'Too many calls.', resumesAt: days(0.1) },
  ]);
  expect(noticesOf({ facebook: paused, instagram: paused }, now)).toHaveLength(1);
});

it.each([
  [7, 'Facebook connection ends in 7 days.'],
  [2.9, 'Facebook connection ends in 3 days.'],
  [0.5, 'Facebook connection ends in 1 day.'],
  [-0.5, 'Facebook connection has ended.'],
])('says how long it lasts: %s days', (left, title) => {
  expect(titleOf({ what: 'ending', networks: ['facebook'], at: days(left) }, now)).toBe(title);
});

it('says it of both at once', () => {
  const networks: Network[] = ['facebook', 'instagram'];
  expect(titleOf({ what: 'ending', networks, at: days(1) }, now)).toBe(
    'Facebook and Instagram connections end in 1 day.',
  );
  expect(titleOf({ what: 'paused', networks, reason: null, resumesAt: null }, now)).toBe(
    'Facebook and Instagram connections paused.',
  );
});
