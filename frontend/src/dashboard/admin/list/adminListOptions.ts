import type { ElementType, ReactNode } from 'react';
import type { RaRecord } from 'react-admin';

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
