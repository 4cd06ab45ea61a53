import { addDays } from '../../days';

/** Calendar arithmetic on days as 'YYYY-MM-DD', independent of time zones. */

export const VIEWS = ['month', 'week', 'agenda'] as const;
export type View = (typeof VIEWS)[number];

export type GridView = Exclude<View, 'agenda'>;

const AGENDA_DAYS = 14;

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const iso = (date: Date) => date.toISOString().slice(0, 10);

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;

function addMonths(day: string, n: number): string {
  const date = utc(firstOfMonth(day));
  date.setUTCMonth(date.getUTCMonth() + n);
  return iso(date);
}

const mondayOf = (day: string) => addDays(day, -((utc(day).getUTCDay() + 6) % 7));

/** The days that a view shows; `to` is exclusive. A month shows whole weeks. */
export function windowOf(view: View, day: string): { from: string; to: string } {
  switch (view) {
    case 'month':
      return {
        from: mondayOf(firstOfMonth(day)),
        to: addDays(mondayOf(addDays(addMonths(day, 1), -1)), 7),
      };
    case 'week':
      return { from: mondayOf(day), to: addDays(mondayOf(day), 7) };
    case 'agenda':
      return { from: day, to: addDays(day, AGENDA_DAYS) };
  }
}

export function step(view: View, day: string, direction: 1 | -1): string {
  switch (view) {
    case 'month':
      return addMonths(day, direction);
    case 'week':
      return addDays(day, 7 * direction);
    case 'agenda':
      return addDays(day, AGENDA_DAYS * direction);
  }
}

const inEnglish = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });

const MONTH = inEnglish({ month: 'long', year: 'numeric' });
const SPAN = inEnglish({ month: 'short', day: 'numeric', year: 'numeric' });
const SHORT = inEnglish({ weekday: 'short' });
const LETTER = inEnglish({ weekday: 'narrow' });
const WEEKDAY = inEnglish({ weekday: 'long', month: 'long', day: 'numeric' });

/** 'Wednesday, November 25' */
export const weekdayOf = (day: string): string => WEEKDAY.format(utc(day));

/** 'November 2026', 'Nov 16 – 22, 2026'. */
export function titleOf(view: View, day: string): string {
  if (view === 'month') return MONTH.format(utc(day));
  const { from, to } = windowOf(view, day);
  return SPAN.formatRange(utc(from), utc(addDays(to, -1)));
}

/** 'Sat 21', narrow: 'S 21'. */
export const headingOf = (day: string, narrow: boolean) =>
  `${(narrow ? LETTER : SHORT).format(utc(day))} ${Number(day.slice(8))}`;

/** 'Today, Saturday, November 21'. */
export function nameOf(day: string, today: string): string {
  const name = WEEKDAY.format(utc(day));
  if (day === today) return `Today, ${name}`;
  return day === addDays(today, 1) ? `Tomorrow, ${name}` : name;
}
