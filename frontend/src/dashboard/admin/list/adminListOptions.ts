import type { ElementType, ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { readOneOf, readText, type ListAddress } from '../../layout/listAddress';

export interface Column<R> {
  label: string;
  cell: (record: R) => ReactNode;
  /** The API's field name; absent: not sortable. */
  sort?: string;
  /** In pixels; absent: takes the remaining width. */
  width?: number;
  align?: 'right';
  /** Hidden unless all columns fit. */
  spare?: boolean;
}

export interface Filter {
  /** The API's field name. */
  field: string;
  label: string;
  all: string;
  choices: Record<string, string>;
  /** Converts a choice for the API; absent: text. */
  read?: (choice: string) => string | number;
}

/** What differs between the lists of the administration. */
export interface AdminListOptions<R extends RaRecord> {
  resource: string;
  title: string;
  lead: string;
  action?: ReactNode;
  /** Shown above the list. */
  above?: ReactNode;
  /** `above` is still loading; until then nothing is shown that it could push down. */
  waits?: boolean;
  /** The first column names the record and heads its card on a phone. */
  columns: Column<R>[];
  /** The actions of a record, and the width of their column. */
  actions?: { width: number; cell: (record: R) => ReactNode };
  sort: { field: string; order: 'ASC' | 'DESC' };
  /** Placeholder of the search field; absent: no search. */
  search?: string;
  filters?: Filter[];
  empty: { icon: ElementType; text: string; next: string };
  failed: string;
  /** In milliseconds; absent: never. */
  refreshEvery?: number;
}

/** react-admin's filter values, by the API's field names. */
export type FilterValues = Record<string, string | number | undefined>;

/** What the address of the list may say: what its toolbar and column headers offer. */
export function addressOf<R extends RaRecord>({
  search,
  filters = [],
  columns,
}: AdminListOptions<R>): ListAddress {
  const chosen = filters.map(({ field, choices, read = String }) => {
    const valid = readOneOf(Object.keys(choices));
    return [field, (text: string) => (valid(text) === undefined ? undefined : read(text))] as const;
  });
  return {
    filters: { ...(search && { q: readText }), ...Object.fromEntries(chosen) },
    sorts: columns.flatMap(({ sort }) =>
      sort
        ? [
            { field: sort, order: 'ASC' },
            { field: sort, order: 'DESC' },
          ]
        : [],
    ),
  };
}
