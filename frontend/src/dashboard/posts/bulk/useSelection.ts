import { useKeptInput } from '../../../keptInput';
import type { Post } from '../../../types';
import { chosenNow } from './selection';
import type { Chosen } from './selection';

/** The selected posts, pending or failed, kept across pages and filters. The box of the page means the pending ones. */
export function useSelection(resource: string, shown: Post[] = []) {
  const [kept, setKept] = useKeptInput<Chosen>(`${resource} selection`, new Map());
  const chosen = chosenNow(kept, shown);
  // Otherwise what a page refreshed would be forgotten with that page.
  if (chosen !== kept) setKept(chosen);
  const pending = shown.filter(({ status }) => status === 'pending');
  const here = pending.filter(({ id }) => chosen.has(id)).length;
  return {
    posts: [...chosen.values()],
    count: chosen.size,
    /** Selected posts that are not on this page. */
    elsewhere: chosen.size - shown.filter(({ id }) => chosen.has(id)).length,
    has: (id: number) => chosen.has(id),
    toggle(post: Post) {
      const next = new Map(chosen);
      if (!next.delete(post.id)) next.set(post.id, post);
      setKept(next);
    },
    page: { selectable: pending.length, all: pending.length > 0 && here === pending.length, some: here > 0 },
    togglePage() {
      const next = new Map(chosen);
      for (const post of pending) {
        if (here === pending.length) next.delete(post.id);
        else next.set(post.id, post);
      }
      setKept(next);
    },
    drop(ids: number[]) {
      // Also after an answer that came late: by then others may be selected.
      setKept((now) => new Map([...now].filter(([id]) => !ids.includes(id))));
    },
    clear() {
      setKept(new Map());
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
