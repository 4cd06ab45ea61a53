const HOUR = 60;
const DAY = 24 * HOUR;

/** 90 -> 'every 1 h 30 min'; undefined for an invalid frequency. */
export function frequencyText(minutes: number): string | undefined {
  if (!Number.isInteger(minutes) || minutes < 1) return undefined;
  if (minutes === 1) return 'every minute';
  if (minutes === HOUR) return 'every hour';
  if (minutes === DAY) return 'every day';
  const parts = [
    [Math.floor(minutes / DAY), minutes < 2 * DAY ? 'day' : 'days'],
    [Math.floor((minutes % DAY) / HOUR), 'h'],
    [minutes % HOUR, 'min'],
  ] as const;
  const said = parts.filter(([n]) => n > 0).map(([n, unit]) => `${n} ${unit}`);
  return `every ${said.join(' ')}`;
}
