import { useEffect, useState } from 'react';
import { useListContext } from 'react-admin';
import type { Post, PostStatus } from '../../../types';
import { TEXTS } from './texts';

const TYPING_MS = 250;

export const SORTS = {
  newest: { label: TEXTS.newestFirst, field: 'id', order: 'DESC' },
  oldest: { label: TEXTS.oldestFirst, field: 'id', order: 'ASC' },
  time: { label: TEXTS.latestTimeFirst, field: 'scheduled_for', order: 'DESC' },
  title: { label: TEXTS.titleAToZ, field: 'title', order: 'ASC' },
} as const;

export type SortName = keyof typeof SORTS;

interface Filter {
  q?: string;
  status?: PostStatus;
}

/** Search, status filter and order of the list. */
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
