import { useState } from 'react';
import { useListContext } from 'react-admin';
import type { Post, PostStatus } from '../../../types';
import { useListFilter } from '../../layout/useListFilter';
import { TEXTS } from './texts';

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
  const { setSort, ...list } = useListContext<Post>();
  const shown = list.filterValues as Filter;
  const [wanted, want] = useState(shown);
  const [text, setText] = useState(wanted.q ?? '');
  const [sort, chooseSort] = useState<SortName>('newest');
  const { status, account_id: account } = wanted;
  useListFilter({ q: text.trim(), status, account_id: account });
  return {
    text,
    setText,
    status,
    setStatus(status: PostStatus | undefined) {
      want({ status, account_id: account });
    },
    account,
    setAccount(account_id: number | undefined) {
      want({ status, account_id });
    },
    sort,
    setSort(name: SortName) {
      const { field, order } = SORTS[name];
      chooseSort(name);
      setSort({ field, order });
    },
    narrowed: Object.keys(shown).length > 0,
    clear() {
      setText('');
      want({});
    },
  };
}

export type PostFilter = ReturnType<typeof usePostFilter>;
