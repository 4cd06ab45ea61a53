import type { Post } from '../../types';
import { failedLately, lastPublished, nextOut, waitingWithoutTime } from './recent';

const now = Date.parse('2026-11-21T12:00:00Z');
const post = (id: number, more: Partial<Post>): Post => ({
  id,
  title: `post ${id}`,
  description: null,
  status: 'pending',
  file_path: '',
  thumbnail_path: null,
  scheduled_for: null,
  created_at: '2026-11-20T12:00:00Z',
  published_at: null,
  upload_error: null,
  permalink: null,
  size_bytes: 1,
  width: 1080,
  height: 1920,
  duration_ms: null,
  posted_text: null,
  shared_video_id: null,
  category_id: null,
  category: null,
  ...more,
});
const ids = (posts: Post[]) => posts.map(({ id }) => id);

it('puts what is on its way before what has a time, and leaves out what has none', () => {
  const posts = [
    post(1, { scheduled_for: '2026-11-23T12:00:00Z' }),
    post(2, { scheduled_for: '2026-11-22T12:00:00Z' }),
    post(3, {}),
    post(4, { status: 'processing', scheduled_for: '2026-11-21T12:00:00Z' }),
    post(5, { status: 'published', scheduled_for: '2026-11-20T12:00:00Z' }),
  ];
  expect(ids(nextOut(posts))).toEqual([4, 2, 1]);
  expect(waitingWithoutTime(posts)).toBe(1);
});

it('forgets what failed long ago', () => {
  const posts = [
    post(1, { status: 'failed', scheduled_for: '2026-11-21T11:00:00Z' }),
    post(2, { status: 'failed', scheduled_for: '2026-10-01T11:00:00Z' }),
    post(3, { status: 'failed' }),
  ];
  expect(ids(failedLately(posts, now))).toEqual([1, 3]);
});

it('finds the last one that went out', () => {
  const posts = [
    post(1, { status: 'published', published_at: '2026-11-21T10:00:00Z' }),
    post(2, { status: 'published', published_at: '2026-11-21T11:00:00Z' }),
  ];
  expect(lastPublished(posts)?.id).toBe(2);
});
