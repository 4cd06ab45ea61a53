import { DomainError } from '../../common/errors/errors';
import { readScheduledTime } from './scheduled-time';

const now = Date.UTC(2026, 0, 15, 12, 30, 40);

const read = (value: unknown, zone: string, at = now) =>
  new Date(readScheduledTime(value, zone, at)).toISOString();
const refusal = (value: unknown, zone = 'UTC') => {
  try {
    readScheduledTime(value, zone, now);
    return undefined;
  } catch (error) {
    return error instanceof DomainError ? error.more.errors?.scheduled_for?.[0] : String(error);
  }
};

describe('readScheduledTime', () => {
  it.each([
    ['2026-07-01 10:00:00', 'Asia/Kolkata', '2026-07-01T04:30:00.000Z'],
    ['2026-07-01 10:00:00', 'America/New_York', '2026-07-01T14:00:00.000Z'],
    ['2026-12-01 10:00:00', 'America/New_York', '2026-12-01T15:00:00.000Z'],
    ['2026-07-01 10:00:00', 'Pacific/Auckland', '2026-06-30T22:00:00.000Z'],
    ['2026-07-01T10:00:00+02:00', 'America/New_York', '2026-07-01T08:00:00.000Z'],
    ['2026-07-01T10:00:00Z', 'America/New_York', '2026-07-01T10:00:00.000Z'],
  ])('reads %s in %s as %s', (text, zone, instant) => expect(read(text, zone)).toBe(instant));

  it.each([
    ['2026-03-08 02:30:00', 'America/New_York'],
    ['2026-09-27 02:15:00', 'Pacific/Auckland'],
  ])('refuses %s, which %s skips', (text, zone) =>
    expect(refusal(text, zone)).toContain(`does not exist in ${zone}`),
  );

  it.each([
    ['2026-11-01 01:30:00', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-04-05 02:30:00', 'Pacific/Auckland', '2026-04-04T13:30:00.000Z'],
  ])('reads %s, which occurs twice in %s, as the first occurrence', (text, zone, instant) =>
    expect(read(text, zone)).toBe(instant),
  );

  it('reads a time that occurs twice as the second occurrence once the first has passed', () => {
    const during = (minute: number) => Date.UTC(2026, 10, 1, 5, minute, 20);
    const [first, second] = ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'];
    expect(read('2026-11-01 01:30:00', 'America/New_York', during(30))).toBe(first);
    expect(read('2026-11-01 01:30:00', 'America/New_York', during(31))).toBe(second);
    expect(read('2026-11-01 01:30:00', 'America/New_York', during(90))).toBe(second);
    expect(() => read('2026-11-01 01:30:00', 'America/New_York', during(91))).toThrow();
  });

  it('accepts the current minute and refuses an earlier one', () => {
    expect(read('2026-01-15 12:30:00', 'UTC')).toBe('2026-01-15T12:30:00.000Z');
    expect(refusal('2026-01-15 12:29:00')).toBe('Choose a time that has not passed.');
  });

  it.each(['2101-01-01 00:00:00', '9999-01-01T00:00:00Z'])('says how far ahead %s may be', (value) =>
    expect(refusal(value)).toBe('Choose a time up to the year 2100.'),
  );

  it.each([
    ['tomorrow'],
    ['2026-02-30 10:00:00'],
    ['2026-13-01 10:00:00'],
    ['2027-01-05 24:00:00'],
    ['2027-01-05T24:00'],
    ['2027-01-05 25:00:00'],
    ['2027-01-05 23:60:00'],
    [''],
    [17],
    [{}],
    ['2026-07-01T10:00:00+99:00'],
    ['2026-07-01T10:00:00-99:99'],
    ['2026-07-01T10:00:00+24:00'],
    ['2026-07-01T10:00:00+1460'],
    ['2026-07-01 10:00:00+14:60'],
  ])('refuses %p', (value) => expect(refusal(value)).toMatch(/^Choose a date and time/));
});
