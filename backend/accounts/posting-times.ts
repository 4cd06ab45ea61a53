/** A time at which an account posts, each week: a day (Monday is 1) and a wall-clock time, HH:mm. */
export interface PostingTime {
  day: number;
  time: string;
}

export const MOST_POSTING_TIMES = 100;

export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** What is wrong with posting times that are well-formed each, if anything. */
export function refusalOf(posting: 'frequency' | 'slots', times: readonly PostingTime[]): string | undefined {
  const seen = new Set<string>();
  for (const { day, time } of times) {
    const named = `${DAYS[day - 1]} ${time}`;
    if (seen.has(named)) return `${named} is there twice.`;
    seen.add(named);
  }
  return posting === 'slots' && times.length === 0 ? 'Add at least one posting time.' : undefined;
}
