import { DateTime } from 'luxon';

/** What the other files of this project rest on: they run as on a machine in India. */
it('reads the machine’s wall clock as that of Kolkata, whichever way it is read', () => {
  expect(new Date().getTimezoneOffset()).toBe(-330);
  expect(new Date('2026-07-01T10:00:00').toISOString()).toBe('2026-07-01T04:30:00.000Z');
  expect(new Date(2026, 0, 1).toISOString()).toBe('2025-12-31T18:30:00.000Z');
  expect(DateTime.local(2026, 1, 1).toUTC().toISO()).toBe('2025-12-31T18:30:00.000Z');
  expect(new Date(Date.UTC(2026, 0, 1)).getHours()).toBe(5);
});
