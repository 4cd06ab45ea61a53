import type { Post } from '../../types';

/** A draft keeps its time, but goes out only once it is released. */
export const goesOutAsScheduled = ({
  scheduled_for,
  draft,
}: Pick<Post, 'scheduled_for' | 'draft'>): boolean => scheduled_for !== null && draft === 0;
