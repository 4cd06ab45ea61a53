import type { EventInput } from '@fullcalendar/react';
import { addDays, dayOf } from '../../days';
import { inputValue, scheduleTime, wallClock } from '../../zone';
import type { PostKind } from '../../types';
import type { CalendarItem, CalendarSlot, CalendarWindow } from './calls';

/** A post, or an automatic slot, which is drawn as a ghost. */
export type CalendarEntry =
  { what: 'item'; name: string; item: CalendarItem } | { what: 'slot'; name: string; slot: CalendarSlot };

/** 'video 12': ids are unique per kind only. */
export const itemName = ({ kind, id }: { kind: PostKind; id: number }) => `${kind} ${id}`;

export const atOf = (entry: CalendarEntry) => (entry.what === 'item' ? entry.item.at : entry.slot.at);
export const partOf = (entry: CalendarEntry) => (entry.what === 'item' ? entry.item : entry.slot);

/** Sorted by time. */
export function entriesOf({ items, slots }: Pick<CalendarWindow, 'items' | 'slots'>): CalendarEntry[] {
  const entries = [
    ...items.map((item): CalendarEntry => ({ what: 'item', name: itemName(item), item })),
    ...slots.map((slot): CalendarEntry => ({ what: 'slot', name: slotName(slot), slot })),
  ];
  return entries.sort((a, b) => Date.parse(atOf(a)) - Date.parse(atOf(b)));
}

/** Two accounts may be about to post the same shared video. */
const slotName = ({ kind, id, shared_video_id, account }: CalendarSlot) =>
  `slot ${kind} ${id ?? `library ${shared_video_id ?? ''} ${account?.id ?? ''}`.trim()}`;

/** Only pending posts can be moved. */
export const eventOf = (entry: CalendarEntry): EventInput => ({
  id: entry.name,
  title: partOf(entry).title ?? '',
  start: atOf(entry),
  startEditable: entry.what === 'item' && entry.item.status === 'pending',
  // Slots rank last, so that a full day hides them first.
  rank: entry.what === 'item' ? 0 : 1,
  entry,
});

/** Grouped by days in the zone. */
export function byDay(entries: CalendarEntry[], zone: string): { day: string; entries: CalendarEntry[] }[] {
  const days = new Map<string, CalendarEntry[]>();
  for (const entry of entries) {
    const day = dayOf(new Date(atOf(entry)), zone);
    const those = days.get(day);
    if (those) those.push(entry);
    else days.set(day, [entry]);
  }
  return [...days].map(([day, those]) => ({ day, entries: those }));
}

export const PROPOSED_HOUR = 10;
const QUARTER_MINUTES = 15;

/** A time on that day: 10:00, or after 10:00 today the second next quarter hour. */
export function timeOnDay(day: string, now: Date, zone: string): string {
  const clock = wallClock(now, zone);
  if (day !== dayOf(now, zone) || clock.hour < PROPOSED_HOUR) return `${day} ${two(PROPOSED_HOUR)}:00:00`;
  const minutes = clock.hour * 60 + clock.minute;
  const next = (Math.floor(minutes / QUARTER_MINUTES) + 2) * QUARTER_MINUTES;
  const over = next >= 24 * 60;
  return `${over ? addDays(day, 1) : day} ${two(Math.floor(next / 60) % 24)}:${two(next % 60)}:00`;
}

/**
 * The time of a drop at 'YYYY-MM-DDTHH:mm' on the wall clock. If that has passed (`late`), the time that timeOnDay()
 * gives.
 */
export function dropTime(at: string, now: Date, zone: string): { time: string; late: boolean } {
  const late = at.slice(0, 16) <= inputValue(now, zone);
  return { time: late ? timeOnDay(at.slice(0, 10), now, zone) : scheduleTime(at), late };
}

/** Whether a day ('YYYY-MM-DD') or instant is not in the past. */
export const isToCome = (at: { day: string } | { instant: Date }, now: Date, zone: string): boolean =>
  'day' in at ? at.day >= dayOf(now, zone) : at.instant >= now;

/** The hour to which a week scrolls: the earliest upcoming post, else the earliest post, else about now. */
export function openingHour(entries: CalendarEntry[], now: Date, zone: string): number {
  const toCome = entries.filter((entry) => Date.parse(atOf(entry)) >= now.getTime());
  const hours = (toCome.length > 0 ? toCome : entries).map(
    (entry) => wallClock(new Date(atOf(entry)), zone).hour,
  );
  return hours.length > 0 ? Math.min(...hours) : Math.max(0, wallClock(now, zone).hour - 1);
}

const two = (n: number) => String(n).padStart(2, '0');
