import type { Post } from '../../../types';

export type Chosen = ReadonlyMap<number, Post>;

/** Something can be done with them at once. */
export const isSelectable = ({ status }: Pick<Post, 'status'>) => status === 'pending' || status === 'failed';

/** Updates the selection from the shown posts and drops those with which nothing can be done any more. */
export function chosenNow(kept: Chosen, shown: Post[]): Map<number, Post> {
  const fresh = new Map(shown.map((post) => [post.id, post]));
  return new Map(
    [...kept].flatMap(([id, known]) => {
      const post = fresh.get(id) ?? known;
      return isSelectable(post) ? [[id, post]] : [];
    }),
  );
}
