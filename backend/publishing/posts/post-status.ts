/** The state machine of all posts. */
export type PostStatus = 'pending' | 'scheduled' | 'processing' | 'uploaded' | 'published' | 'failed';

/**
 * From → to.
 * - `pending`: the user may change it. `scheduled`: handed to a publisher, or waiting for another try.
 * - `processing`: the bytes are being sent. `uploaded`: the network has them, or could not fetch them and they are sent
 *   anew. `published`: live.
 */
const TRANSITIONS: Record<PostStatus, readonly PostStatus[]> = {
  pending: ['scheduled', 'failed'],
  scheduled: ['processing', 'uploaded', 'pending', 'published', 'failed'],
  processing: ['processing', 'uploaded', 'scheduled', 'pending', 'published', 'failed'],
  uploaded: ['processing', 'uploaded', 'scheduled', 'pending', 'published', 'failed'],
  published: [],
  failed: ['pending'],
};

export const STATUSES = Object.keys(TRANSITIONS) as PostStatus[];

/** Statuses that take a task of the quota. */
export const OPEN: readonly PostStatus[] = ['pending', 'scheduled', 'processing', 'uploaded'];

/** Statuses of posts that a publisher has begun. */
export const UNDER_WAY: readonly PostStatus[] = OPEN.filter((status) => status !== 'pending');

export const mayBecome = (from: PostStatus, to: PostStatus): boolean => TRANSITIONS[from].includes(to);

/** The statuses from which a post may get to `to`, for a conditional UPDATE. */
export const sourcesOf = (to: PostStatus): PostStatus[] => STATUSES.filter((from) => mayBecome(from, to));
