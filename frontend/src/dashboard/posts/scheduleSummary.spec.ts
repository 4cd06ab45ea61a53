import { scheduleSummary } from './scheduleSummary';

const at = '2026-11-24T08:00:00Z';

it('names the post and its time in the zone', () => {
  expect(scheduleSummary({ title: 'Ask us', scheduled_for: at }, 'Europe/Berlin')).toBe(
    '“Ask us” goes out Nov 24, 2026, 9:00 AM',
  );
  expect(scheduleSummary({ title: 'Ask us', scheduled_for: null }, 'UTC')).toBe(
    '“Ask us” is now unscheduled',
  );
  expect(scheduleSummary({ title: 'اسألونا', scheduled_for: null }, 'UTC')).toBe(
    '“\u2068اسألونا\u2069” is now unscheduled',
  );
});

it('cuts a long title, between words where it has any', () => {
  const menu = 'The new autumn menu, and why the pumpkin soup took us three attempts';
  expect(scheduleSummary({ title: menu, scheduled_for: null }, 'UTC')).toBe(
    '“The new autumn menu, and why the…” is now unscheduled',
  );
  const title = '🍞'.repeat(41);
  expect(scheduleSummary({ title, scheduled_for: null }, 'UTC')).toBe(
    `“${'🍞'.repeat(40)}…” is now unscheduled`,
  );
  expect(scheduleSummary({ title: title.slice(2), scheduled_for: null }, 'UTC')).toBe(
    `“${'🍞'.repeat(40)}” is now unscheduled`,
  );
});
