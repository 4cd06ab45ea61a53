import type { ElementType, ReactNode } from 'react';
import type { RaRecord } from 'react-admin';

export interface Column<R> {
  label: string;
  cell: (record: R) => ReactNode;
  /** The server's name of the field, where it sorts by it. */
  sort?: string;
  /** In pixels; absent: takes what is left. */
  width?: number;
  align?: 'right';
  /** In the table only where there is room for all columns. */
  spare?: boolean;
}

export interface Filter {
  /** The server's name of the field. */
  field: string;
  label: string;
  all: string;
  choices: Record<string, string>;
  /** How the server takes a choice, where it is no text. */
  read?: (choice: string) => string | number;
}

/** What differs between the administration's screens of records. */
export interface AdminListOptions<R extends RaRecord> {
  resource: string;
  title: string;
  lead: string;
  action?: ReactNode;
  /** What comes before the records. */
  above?: ReactNode;
  /** That is not known yet: without it, nothing is shown that it would push down. */
  waits?: boolean;
  /** The first one names the record, and heads its card on a phone. */
  columns: Column<R>[];
  /** What can be done with a record, and the width of that in the table. */
  actions?: { width: number; cell: (record: R) => ReactNode };
  sort: { field: string; order: 'ASC' | 'DESC' };
  /** What is looked through; absent: the records cannot be searched. */
  search?: string;
  filters?: Filter[];
  empty: { icon: ElementType; text: string; next: string };
  failed: string;
  /** Milliseconds; absent: the list is asked once. */
  refreshEvery?: number;
}

/** What react-admin keeps of the filters, by the server's names. */
export type FilterValues = Record<string, string | number | undefined>;
