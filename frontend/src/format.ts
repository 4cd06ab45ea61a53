import { known } from './zone';

/** Values as text. */

const MEGABYTE = 1024 ** 2;
const GIGABYTE = 1024 ** 3;

/** 1572864 -> '1.50' */
export const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(2);

/** '49.9' */
export const roughGigabytes = (bytes: number) =>
  (bytes / GIGABYTE).toLocaleString('en-US', { maximumFractionDigits: 1 });

/** Whole gigabytes, as plans are sold. */
export const gigabytes = (bytes: number) => Math.round(bytes / GIGABYTE);

/** 1000 -> '1,000' */
export const count = (n: number) => n.toLocaleString('en-US');

export const rupees = (price: number) =>
  `₹${price.toLocaleString('en-IN', { maximumFractionDigits: 2, minimumFractionDigits: price % 1 ? 2 : 0 })}`;

export const planDuration = (days: number) => (days === 30 ? 'Monthly' : plural(days, 'day'));

const STYLES = { date: { dateStyle: 'medium' }, time: { timeStyle: 'short' } } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached per style and zone, since creating a formatter is expensive. */
function inZone(style: keyof typeof STYLES, iso: string, zone: string): string {
  const key = `${style} ${zone}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone: known(zone), ...STYLES[style] });
  formats.set(key, format);
  // Some versions of ICU put a narrow space before AM and PM.
  return format.format(new Date(iso)).replace('\u202f', ' ');
}

/** 'Nov 21, 2026' in the zone ('PP'). */
export const date = (iso: string, zone: string) => inZone('date', iso, zone);

/** 'Nov 21, 2026, 6:35 PM' in the zone ('PPp'). */
export const dateTime = (iso: string, zone: string) => `${date(iso, zone)}, ${time(iso, zone)}`;

/** '6:35 PM' in the zone ('p'). */
export const time = (iso: string, zone: string) => inZone('time', iso, zone);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK_HOURS = 7 * 24;

/**
 * 'in 2 h', '5 min ago', 'just now', in the largest fitting unit: 'in 1 day', not 'in 24 h'. Within the next week also
 * with hours: 'in 2 days 9 h'.
 */
export function relative(iso: string, now: number): string {
  const distance = new Date(iso).getTime() - now;
  const size = Math.abs(distance);
  if (size < MINUTE) return distance < 0 ? 'just now' : 'now';
  const hours = Math.round(size / HOUR);
  if (distance > 0 && hours > 24 && hours < WEEK_HOURS && hours % 24 > 0)
    return `in ${plural(Math.floor(hours / 24), 'day')} ${hours % 24} h`;
  const text = span(Math.round(size / MINUTE), hours, Math.round(size / DAY));
  return distance > 0 ? `in ${text}` : `${text} ago`;
}

function span(minutes: number, hours: number, days: number): string {
  if (minutes < 60) return `${minutes} min`;
  return hours < 24 ? `${hours} h` : plural(days, 'day');
}

/** Scripts that run from right to left, and the characters that turn the direction themselves. */
const TURNING =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * User text within a sentence, so that it turns its own words only; in JSX `<bdi>` does the same. All other text stays
 * as it is: the sentence is then compared, copied and read out without hidden characters.
 */
export const isolated = (text: string) => (TURNING.test(text) ? `\u2068${text}\u2069` : text);

/** 'holiday reel.final.mp4' -> 'holiday reel.final' */
export const nameWithoutExtension = (fileName: string) => fileName.replace(/(?<=.)\.[^.]+$/, '');

/** 65 -> '1:05' */
export function playTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
