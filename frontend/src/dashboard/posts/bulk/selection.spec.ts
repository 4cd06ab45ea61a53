import type { Post } from '../../../types';
import { chosenNow } from './selection';

const post = (id: number, status: Post['status'] = 'pending', title = `post ${id}`) =>
  ({ id, status, title }) as Post;

const chosen = (...posts: Post[]) => new Map(posts.map((each) => [each.id, each]));

it('keeps what other pages hold', () => {
  expect([...chosenNow(chosen(post(1), post(2)), [post(2), post(3)]).keys()]).toEqual([1, 2]);
});

it('shows a post as the page does, and lets go of one that is on its way', () => {
  const now = chosenNow(chosen(post(1), post(2)), [post(1, 'pending', 'renamed'), post(2, 'processing')]);
  expect([...now.values()]).toEqual([post(1, 'pending', 'renamed')]);
});

it('is the same as long as nothing of it has changed', () => {
  const kept = chosen(post(1), post(2));
  expect(chosenNow(kept, [post(3), kept.get(2) as Post])).toBe(kept);
});

it('holds a failed post, which can be tried again', () => {
  expect([...chosenNow(chosen(post(1, 'failed')), [post(1, 'failed')]).keys()]).toEqual([1]);
});
