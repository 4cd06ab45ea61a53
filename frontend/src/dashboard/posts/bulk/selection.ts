import type { Post } from '../../../types';

export type Chosen = ReadonlyMap<number, Post>;

/** Something can be done with them at once. */
export const isSelectable = ({ status }: Pick<Post, 'status'>) => status === 'pending' || status === 'failed';

/**
 * Updates the selection from the shown posts and drops those with which nothing can be done any more.
 * @returns the same selection if nothing of it has changed
 */
export function chosenNow(kept: Chosen, shown: Post[]): Chosen {
  const fresh = new Map(shown.map((post) => [post.id, post]));
  const now = [...kept].map(([id, known]) => fresh.get(id) ?? known).filter(isSelectable);
  const isSame = now.length === kept.size && now.every((post) => kept.get(post.id) === post);
  return isSame ? kept : new Map(now.map((post) => [post.id, post]));
}
