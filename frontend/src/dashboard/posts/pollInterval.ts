import type { Post } from '../../types';
import { isLive } from '../live/liveState';

const LIVE_MS = 2_000;
const QUIET_MS = 15_000;
const TOLD_MS = 60_000;
const SOON_MS = 2 * 60_000;

type Seen = Pick<Post, 'status' | 'scheduled_for'>;

/** Polling interval: short while a post is in progress, long while the event stream is live. */
export function pollInterval(posts: Seen[] | undefined, now: number, told = isLive()): number {
  if (told) return TOLD_MS;
  return posts?.some((post) => onItsWay(post, now)) ? LIVE_MS : QUIET_MS;
}

function onItsWay({ status, scheduled_for }: Seen, now: number): boolean {
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
