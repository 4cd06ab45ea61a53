import type { Post } from '../../types';

type Aged = Pick<Post, 'id' | 'created_at'>;

/** The order in which unscheduled posts go out: by start of upload. */
export const byAge = (one: Aged, other: Aged): number =>
  one.created_at.localeCompare(other.created_at) || one.id - other.id;
