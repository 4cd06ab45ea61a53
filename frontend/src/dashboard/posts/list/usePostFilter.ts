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
  account_id?: number;
}

/** Search, status filter and order of the list. */
export function usePostFilter() {
  const { setFilters, setSort, ...list } = useListContext<Post>();
  const { q = '', status, account_id: account } = list.filterValues as Filter;
  const [text, setText] = useState(q);
  const [sort, chooseSort] = useState<SortName>('newest');
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === q) return;
    const typing = setTimeout(() => {
      setFilters(filterOf({ q: wanted, status, account_id: account }));
    }, TYPING_MS);
    return () => {
      clearTimeout(typing);
    };
  }, [text, q, status, account, setFilters]);
  return {
    text,
    setText,
    status,
    setStatus(wanted: PostStatus | undefined) {
      setFilters(filterOf({ q, status: wanted, account_id: account }));
    },
    account,
    setAccount(wanted: number | undefined) {
      setFilters(filterOf({ q, status, account_id: wanted }));
    },
    sort,
    setSort(name: SortName) {
      const { field, order } = SORTS[name];
      chooseSort(name);
      setSort({ field, order });
    },
    narrowed: q !== '' || status !== undefined || account !== undefined,
    clear() {
      setText('');
      setFilters({});
    },
  };
}

/** Without what is not asked for: the query of a filter is part of its key. */
const filterOf = ({ q, status, account_id }: Filter): Filter => ({
  ...(q && { q }),
  ...(status && { status }),
  ...(account_id !== undefined && { account_id }),
});

export type PostFilter = ReturnType<typeof usePostFilter>;
