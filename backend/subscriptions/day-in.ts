/** Formats an instant as a day of the zone, like "December 17, 2026". */
export function dayIn(timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
  return (instant) => format.format(instant);
}
