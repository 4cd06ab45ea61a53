import { timeLeft } from './timeLeft';

const BEGIN = '2026-12-01T09:30:00.000Z';
const END = '2026-12-31T09:30:00.000Z';

it.each([
  ['active', 28, END, '28 days left, until Dec 31, 2026'],
  ['expired', 0, END, 'Ended Dec 31, 2026'],
  ['inactive', 30, END, 'Begins Dec 1, 2026'],
  ['inactive', 0, '2026-12-10T09:30:00.000Z', 'Ended Dec 10, 2026'],
] as const)('says of a plan that is %s with %d days left until when', (status, days_left, end, text) => {
  const subscription = { subscription_status: status, starts_at: BEGIN, expiry: { date: end, days_left } };
  expect(timeLeft(subscription, 'Europe/Berlin')).toBe(text);
});
