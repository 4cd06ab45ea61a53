import { dateTime, isolated } from '../../format';
import type { Post } from '../../types';

/** Enough to recognize it in a toast. */
const TITLE = 40;

/** '“Morning in Jaipur” goes out Nov 23, 2026, 5:30 PM' */
export const scheduleSummary = (
  { title, scheduled_for: at }: Pick<Post, 'title' | 'scheduled_for'>,
  zone: string,
) => `“${isolated(shortened(title))}” ${at ? `goes out ${dateTime(at, zone)}` : 'is now unscheduled'}`;

function shortened(title: string): string {
  const characters = [...title];
  if (characters.length <= TITLE) return title;
  // Cuts at a space if there is one.
  const start = characters
    .slice(0, TITLE)
    .join('')
    .replace(/\s+\S*$/, '');
  return `${start}…`;
}
