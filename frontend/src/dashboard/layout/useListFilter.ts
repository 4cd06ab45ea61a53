import { useEffect } from 'react';
import { useListContext } from 'react-admin';

const TYPING_MS = 250;

/** By the API's field names; what is empty is not asked for. `q` is what a person types. */
export type ListFilter = Record<string, string | number | null | undefined>;

/**
 * Filters the list by what is wanted: at once, or after a pause in typing. The list's own values come a moment after they
 * are set, so a change on top of them would undo the one before.
 */
export function useListFilter(wanted: ListFilter): void {
  const { setFilters, ...list } = useListContext();
  const shown = list.filterValues as ListFilter;
  const given = Object.entries(wanted).filter(([, value]) => value || value === 0);
  const filter = JSON.stringify(Object.fromEntries(given));
  const asked = JSON.stringify(shown);
  const pause = (wanted.q || '') === (shown.q ?? '') ? 0 : TYPING_MS;
  useEffect(() => {
    if (filter === asked) return;
    const timer = setTimeout(() => {
      setFilters(JSON.parse(filter) as ListFilter);
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [filter, asked, pause, setFilters]);
}
