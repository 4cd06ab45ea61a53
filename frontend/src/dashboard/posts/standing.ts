import { dateTime, isolated } from '../../format';
import type { Post } from '../../types';

/** '“Morning in Jaipur” goes out Nov 23, 2026, 5:30 PM': which post, and the time that it has now. */
export const standing = ({ title, scheduled_for: at }: Pick<Post, 'title' | 'scheduled_for'>, zone: string) =>
  `“${isolated(title)}” ${at ? `goes out ${dateTime(at, zone)}` : 'has no time now'}`;
