import { useEffect, useState } from 'react';
import { useListContext } from 'react-admin';
import type { Post, PostStatus } from '../../../types';

const TYPING_MS = 250;

export const SORTS = {
  newest: { label: 'Newest first', field: 'id', order: 'DESC' },
  oldest: { label: 'Oldest first', field: 'id', order: 'ASC' },
  time: { label: 'Latest time first', field: 'scheduled_for', order: 'DESC' },
  title: { label: 'Title, A to Z', field: 'title', order: 'ASC' },
} as const;

export type SortName = keyof typeof SORTS;

interface Filter {
  q?: string;
  status?: PostStatus;
}

/** What the list is asked for: a title, a status, an order. */
export function usePostFilter() {
  const { setFilters, setSort, ...list } = useListContext<Post>();
  const { q = '', status } = list.filterValues as Filter;
  const [text, setText] = useState(q);
  const [sort, chooseSort] = useState<SortName>('newest');
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === q) return;
    const typing = setTimeout(() => {
      setFilters({ ...(wanted && { q: wanted }), ...(status && { status }) });
    }, TYPING_MS);
    return () => {
      clearTimeout(typing);
    };
  }, [text, q, status, setFilters]);
  return {
    text,
    setText,
    status,
    setStatus(wanted: PostStatus | undefined) {
      setFilters({ ...(q && { q }), ...(wanted && { status: wanted }) });
    },
    sort,
    setSort(name: SortName) {
      const { field, order } = SORTS[name];
      chooseSort(name);
      setSort({ field, order });
    },
    narrowed: q !== '' || status !== undefined,
    clear() {
      setText('');
      setFilters({});
    },
  };
}

export type PostFilter = ReturnType<typeof usePostFilter>;
