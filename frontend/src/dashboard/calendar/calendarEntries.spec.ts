import type { CalendarItem, CalendarSlot } from './calls';
import { byDay, dropTime, entriesOf, eventOf, isToCome, openingHour, timeOnDay } from './calendarEntries';

const item = (id: number, at: string, status = 'pending') =>
  ({ kind: 'video', id, at, status, title: `Video ${id}` }) as CalendarItem;
const slot = (id: number, at: string) =>
  ({ kind: 'photo', id, at, why: 'frequency', title: 'Photo' }) as CalendarSlot;

it('puts items and automatic slots into one order of time', () => {
  const entries = entriesOf({
    items: [item(1, '2026-11-21T10:00:00.000Z'), item(2, '2026-11-22T10:00:00.000Z')],
    slots: [slot(3, '2026-11-21T12:00:00.000Z')],
  });
  expect(entries.map(({ name }) => name)).toEqual(['video 1', 'slot photo 3', 'video 2']);
});

it('lets only pending items be moved', () => {
  const movable = (status: string) =>
    entriesOf({ items: [item(1, '2026-11-21T10:00:00.000Z', status)], slots: [] }).map(eventOf)[0]
      ?.startEditable;
  expect(movable('pending')).toBe(true);
  for (const status of ['scheduled', 'processing', 'uploaded', 'published', 'failed'])
    expect(movable(status)).toBe(false);
  const [ghost] = entriesOf({ items: [], slots: [slot(3, '2026-11-21T12:00:00.000Z')] }).map(eventOf);
  expect(ghost?.startEditable).toBe(false);
});

it("groups by the days of the user's zone", () => {
  const entries = entriesOf({
    items: [item(1, '2026-11-22T03:30:00.000Z'), item(2, '2026-11-22T05:30:00.000Z')],
    slots: [],
  });
  expect(byDay(entries, 'America/New_York').map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-22']);
  expect(byDay(entries, 'UTC').map(({ day }) => day)).toEqual(['2026-11-22']);
});

describe('a time for what is dropped on a day', () => {
  const now = new Date('2026-11-21T18:35:00Z');

  it('is ten in the morning', () => {
    expect(timeOnDay('2026-11-25', now, 'UTC')).toBe('2026-11-25 10:00:00');
    expect(timeOnDay('2026-11-21', new Date('2026-11-21T09:59:00Z'), 'UTC')).toBe('2026-11-21 10:00:00');
  });

  it('is soon where ten has passed today, on the wall clock of the zone', () => {
    expect(timeOnDay('2026-11-21', now, 'UTC')).toBe('2026-11-21 19:00:00');
    expect(timeOnDay('2026-11-22', now, 'Asia/Kolkata')).toBe('2026-11-22 10:00:00');
    expect(timeOnDay('2026-11-21', now, 'America/New_York')).toBe('2026-11-21 14:00:00');
  });

  it('is never in the past, also shortly before midnight', () => {
    expect(timeOnDay('2026-11-21', new Date('2026-11-21T23:50:00Z'), 'UTC')).toBe('2026-11-22 00:15:00');
  });

  it('is for no day or instant that has passed', () => {
    const day = (day: string, zone: string) => isToCome({ day }, now, zone);
    expect([day('2026-11-20', 'UTC'), day('2026-11-21', 'UTC')]).toEqual([false, true]);
    // In Kolkata it is the 22nd.
    expect([day('2026-11-21', 'Asia/Kolkata'), day('2026-11-22', 'Asia/Kolkata')]).toEqual([false, true]);
    expect(isToCome({ instant: new Date('2026-11-21T18:34:00Z') }, now, 'UTC')).toBe(false);
    expect(isToCome({ instant: new Date('2026-11-21T18:45:00Z') }, now, 'UTC')).toBe(true);
  });
});

describe('what is dropped with a time of its own', () => {
  const now = new Date('2026-11-21T18:35:00Z');

  it('keeps it while it is to come', () => {
    const kept = (at: string, zone: string) => expect(dropTime(at, now, zone));
    kept('2026-11-25T09:00:00+00:00', 'UTC').toEqual({ time: '2026-11-25 09:00:00', late: false });
    kept('2026-11-21T18:36', 'UTC').toEqual({ time: '2026-11-21 18:36:00', late: false });
    kept('2026-11-21T14:00', 'America/New_York').toEqual({ time: '2026-11-21 14:00:00', late: false });
  });

  it('takes that of what has none, once its own has passed today', () => {
    for (const [at, zone] of [
      ['2026-11-21T09:00', 'UTC'],
      ['2026-11-21T18:35', 'UTC'],
      ['2026-11-21T13:00', 'America/New_York'],
      ['2026-11-22T00:05', 'Asia/Kolkata'],
    ] as const)
      expect(dropTime(at, now, zone)).toEqual({ time: timeOnDay(at.slice(0, 10), now, zone), late: true });
  });
});

describe('a week is opened', () => {
  const now = new Date('2026-11-18T12:30:00Z');
  const hour = (...times: string[]) =>
    openingHour(entriesOf({ items: times.map((at, id) => item(id, at)), slots: [] }), now, 'Europe/Berlin');

  it('at the earliest hour of what still goes out', () => {
    expect(hour('2026-11-16T05:00:00Z', '2026-11-19T16:00:00Z', '2026-11-20T14:45:00Z')).toBe(15);
  });

  it('at the earliest of what went out, where nothing is to come', () => {
    expect(hour('2026-11-16T05:00:00Z', '2026-11-17T16:00:00Z')).toBe(6);
  });

  it('about now, where there is nothing', () => {
    expect(hour()).toBe(12);
    expect(openingHour([], new Date('2026-11-18T00:10:00Z'), 'UTC')).toBe(0);
  });
});
