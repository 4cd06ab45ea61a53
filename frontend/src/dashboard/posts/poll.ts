import type { Post } from '../../types';

const LIVE_MS = 2_000;
const QUIET_MS = 15_000;
const SOON_MS = 2 * 60_000;

/** How long until the list is read again: soon while something of it is on its way. */
export const pollInterval = (posts: Pick<Post, 'status' | 'scheduled_for'>[] | undefined, now: number) =>
  posts?.some((post) => onItsWay(post, now)) ? LIVE_MS : QUIET_MS;

function onItsWay({ status, scheduled_for }: Pick<Post, 'status' | 'scheduled_for'>, now: number): boolean {
  switch (status) {
    case 'scheduled':
    case 'processing':
    case 'uploaded':
      return true;
    case 'pending':
      return scheduled_for !== null && new Date(scheduled_for).getTime() < now + SOON_MS;
    case 'published':
    case 'failed':
      return false;
  }
}
