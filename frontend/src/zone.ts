/** Wall-clock arithmetic in any time zone, independent of the browser's zone. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface WallClock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

export function wallClock(instant: Date, zone: string): WallClock {
  const parts = clockOf(zone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((p) => p.type === type)?.value);
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Cached per zone, since creating a formatter is expensive. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const made =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: known(zone),
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  clocks.set(zone, made);
  return made;
}

/** The value of a `datetime-local` input: 'YYYY-MM-DDTHH:mm' on the zone's wall clock. */
export function inputValue(instant: Date, zone: string): string {
  const { year, month, day, hour, minute } = wallClock(instant, zone);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** 'YYYY-MM-DDTHH:mm' in the server's format: 'YYYY-MM-DD HH:mm:00'. */
export const scheduleTime = (value: string) => `${value.slice(0, 16).replace('T', ' ')}:00`;

/**
 * 'YYYY-MM-DDTHH:mm' as if it were in UTC, in milliseconds; undefined for an unfinished time. Browsers report a year digit
 * by digit while it is typed: 0002, 0020, 0202, 2026, and then perhaps 20261.
 */
export function asIfUtc(value: string): number | undefined {
  const shown = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d/.test(value) ? Date.parse(`${value.slice(0, 16)}Z`) : NaN;
  return Number.isNaN(shown) ? undefined : shown;
}

/** How far the zone's clock is ahead of UTC at that instant, in milliseconds. */
export function aheadOfUtc(instant: number, zone: string): number {
  const { year, month, day, hour, minute } = wallClock(new Date(instant), zone);
  return Date.UTC(year, month - 1, day, hour, minute) - instant;
}

/**
 * The instant of 'YYYY-MM-DDTHH:mm' in the zone, as the server reads it: of a time that occurs twice the first, or the
 * second once the first has passed. Undefined for one that DST skips, and for an unfinished one.
 */
export function instantOf(value: string, zone: string, now = Date.now()): Date | undefined {
  const wanted = asIfUtc(value);
  if (wanted === undefined) return undefined;
  // Only the offsets of a day before and after can apply in between.
  const instants = [wanted - DAY_MS, wanted + DAY_MS]
    .map((near) => wanted - aheadOfUtc(near, zone))
    .filter((instant) => instant + aheadOfUtc(instant, zone) === wanted)
    .sort((a, b) => a - b);
  const instant = instants.find((each) => each > now - MINUTE_MS) ?? instants.at(-1);
  return instant === undefined ? undefined : new Date(instant);
}

/** 'Europe/Rome (GMT+1)', with the offset at that instant. Lines may break behind a hyphen, and not behind a minus sign. */
export function zoneLabel(zone: string, instant: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: known(zone),
    timeZoneName: 'shortOffset',
  }).formatToParts(instant);
  const offset = parts.find((p) => p.type === 'timeZoneName')?.value.replace('-', '\u2212');
  const name = zone.replaceAll('_', ' ');
  return offset && offset !== name ? `${name} (${offset})` : name;
}

/** `Etc/Unknown` is what Chromium has where the system names no zone, and no server takes it. */
export function browserZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone && zone !== 'Etc/Unknown' ? zone : 'UTC';
}

const two = (n: number) => String(n).padStart(2, '0');

/** Falls back to UTC for a zone that the browser does not know. */
export function known(zone: string): string {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return zone;
  } catch {
    return 'UTC';
  }
}
