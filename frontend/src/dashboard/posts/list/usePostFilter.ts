import { useState } from 'react';
import { useListContext } from 'react-admin';
import type { Post, PostStatus } from '../../../types';
import { useOpenedView } from '../../layout/AddressedList';
import { useListFilter } from '../../layout/useListFilter';
import { SORTS, type SortName } from './postFilters';

interface Filter {
  q?: string;
  status?: PostStatus;
  account_id?: number;
}

const NAMES = Object.keys(SORTS) as SortName[];

const nameOf = (field: string | null, order: string | null): SortName =>
  NAMES.find((name) => SORTS[name].field === field && SORTS[name].order === order) ?? 'newest';

/** Search, status filter and order of the list. */
export function usePostFilter() {
  const { setSort, ...list } = useListContext<Post>();
  const shown = list.filterValues as Filter;
  const { view } = useOpenedView();
  const [wanted, want] = useState<Filter>(view.filter);
  const [text, setText] = useState(wanted.q ?? '');
  const [sort, chooseSort] = useState(() => nameOf(view.sort, view.order));
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
