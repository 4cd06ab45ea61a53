import type { SortPayload } from 'react-admin';

/** What the address of a list may say. */
export interface ListAddress {
  /** Readers by the API's field names, in the order that the toolbar gives them; undefined: not a valid value. */
  filters: Record<string, (text: string) => string | number | undefined>;
  sorts: readonly SortPayload[];
}

/** Search, filters, order and page, as react-admin's store keeps them. */
export interface ListView {
  filter: Record<string, string | number>;
  /** `null`: the list's own. */
  sort: string | null;
  order: string | null;
  page: number;
}

const PAGE = /^[1-9]\d{0,5}$/;
const ID = /^[1-9]\d{0,9}$/;
const LONGEST_SEARCH = 255;

export const readText = (text: string) => text.slice(0, LONGEST_SEARCH).trim();
export const readId = (text: string) => (ID.test(text) ? Number(text) : undefined);
export const readOneOf = (choices: readonly string[]) => (text: string) =>
  choices.includes(text) ? text : undefined;

/** Ignores what the list does not know. */
export function readView(search: string, { filters, sorts }: ListAddress): ListView {
  const query = new URLSearchParams(search);
  const read = Object.entries(filters).map(([name, valueOf]) => [name, valueOf(query.get(name) ?? '')]);
  const sort = sorts.find(({ field, order }) => field === query.get('sort') && order === query.get('order'));
  const page = query.get('page') ?? '';
  return {
    filter: Object.fromEntries(
      read.filter(([, value]) => value !== undefined && value !== ''),
    ) as ListView['filter'],
    sort: sort?.field ?? null,
    order: sort?.order ?? null,
    page: PAGE.test(page) ? Number(page) : 1,
  };
}

/** The address's part after the path; empty for the first page of everything. */
export function searchOf({ filter, sort, order, page }: ListView, own: SortPayload): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
  if (sort !== null && order !== null && (sort !== own.field || order !== own.order)) {
    query.set('sort', sort);
    query.set('order', order);
  }
  if (page > 1) query.set('page', String(page));
  return String(query);
}
