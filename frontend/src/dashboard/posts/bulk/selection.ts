import type { Post } from '../../../types';

export type Chosen = ReadonlyMap<number, Post>;

/** What is still chosen: as the page shows it now, and without what is pending no more. */
export function chosenNow(kept: Chosen, shown: Post[]): Map<number, Post> {
  const fresh = new Map(shown.map((post) => [post.id, post]));
  return new Map(
    [...kept].flatMap(([id, known]) => {
      const post = fresh.get(id) ?? known;
      return post.status === 'pending' ? [[id, post]] : [];
    }),
  );
}
