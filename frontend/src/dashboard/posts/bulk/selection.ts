import type { Post } from '../../../types';

export type Chosen = ReadonlyMap<number, Post>;

/** Updates the selection from the shown posts and drops those no longer pending. */
export function chosenNow(kept: Chosen, shown: Post[]): Map<number, Post> {
  const fresh = new Map(shown.map((post) => [post.id, post]));
  return new Map(
    [...kept].flatMap(([id, known]) => {
      const post = fresh.get(id) ?? known;
      return post.status === 'pending' ? [[id, post]] : [];
    }),
  );
}
