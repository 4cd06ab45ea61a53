import type { Post } from '../../types';

const SHOWN = 3;
const LATELY_MS = 14 * 24 * 3_600_000;

/** What goes out next: first what is on its way, then by time. Posts without a time wait for the posting frequency. */
export function nextOut(posts: Post[]): Post[] {
  const onItsWay = ({ status }: Post) =>
    status === 'scheduled' || status === 'processing' || status === 'uploaded';
  const due = (post: Post) => (onItsWay(post) ? 0 : new Date(post.scheduled_for ?? 0).getTime());
  return posts
    .filter((post) => onItsWay(post) || (post.status === 'pending' && post.scheduled_for !== null))
    .sort((a, b) => due(a) - due(b))
    .slice(0, SHOWN);
}

export const waitingWithoutTime = (posts: Post[]) =>
  posts.filter(({ status, scheduled_for }) => status === 'pending' && scheduled_for === null).length;

export function failedLately(posts: Post[], now: number): Post[] {
  return posts
    .filter(({ status, scheduled_for, created_at }) => {
      const last = new Date(scheduled_for ?? created_at).getTime();
      return status === 'failed' && last > now - LATELY_MS;
    })
    .slice(0, SHOWN);
}

export const lastPublished = (posts: Post[]): Post | undefined =>
  posts
    .filter((post) => post.status === 'published' && post.published_at)
    .sort((a, b) => (b.published_at ?? '').localeCompare(a.published_at ?? ''))[0];
