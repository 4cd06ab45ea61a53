import { DateTime, type DateTimeOptions } from 'luxon';

const OFFSET = /[T ].*[+-](\d\d)(?::?(\d\d))?$/i;

/** Reads ISO 8601, whose offsets are less than a day. Luxon takes any two digits, and such a typo moves a time by days. */
export function fromIso(text: string, options?: DateTimeOptions): DateTime {
  const [, hours = '0', minutes = '0'] = OFFSET.exec(text) ?? [];
  return Number(hours) < 24 && Number(minutes) < 60
    ? DateTime.fromISO(text.replace(' ', 'T'), options)
    : DateTime.invalid('offset');
}
