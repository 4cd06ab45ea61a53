import { dateTime, isolated } from '../../format';
import type { Post } from '../../types';

/** Enough to know it by; a toast has little room. */
const TITLE = 40;

/** '“Morning in Jaipur” goes out Nov 23, 2026, 5:30 PM': which post, and the time that it has now. */
export const scheduleSummary = (
  { title, scheduled_for: at }: Pick<Post, 'title' | 'scheduled_for'>,
  zone: string,
) => `“${isolated(shortened(title))}” ${at ? `goes out ${dateTime(at, zone)}` : 'has no time now'}`;

function shortened(title: string): string {
  const characters = [...title];
  if (characters.length <= TITLE) return title;
  // Not within a word, where there are spaces.
  const start = characters
    .slice(0, TITLE)
    .join('')
    .replace(/\s+\S*$/, '');
  return `${start}…`;
}
