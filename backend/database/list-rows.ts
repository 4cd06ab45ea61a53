import type { ListRequest, Page } from '../common/lists';
import { placesFor, type Database, type SqlValue } from './database';

interface ListSource {
  /** `posts p JOIN …` */
  from: string;
  columns: string;
  /** Always applied: whose rows these are. */
  where?: string;
  params?: SqlValue[];
  /** Wire name of an allow-listed filter → its column. `search` may name several. */
  filter?: Record<string, string | string[]>;
  /** The order when none is asked for, and among equals. */
  order: string;
  /** A column that orders equals in the direction that is asked for, instead of `order`. */
  ties?: string;
}

/** Where a list has no end. Below what either database takes as a LIMIT. */
const ALL = 2 ** 31 - 1;

/**
 * The rows that a list call asks for, and how many there are in all: one statement, whatever the length, and a second
 * one past the end of the list.
 */
export async function listRows<T>(db: Database, request: ListRequest, source: ListSource): Promise<Page<T>> {
  const { where, params } = conditions(request, source);
  const tail = `FROM ${source.from}${where}`;
  const count = `SELECT COUNT(*) AS total_rows ${tail}`;
  const order = orderOf(request, source);
  const rows = await db.rows<T & Counted>(
    `SELECT ${source.columns}, (${count}) AS total_rows ${tail} ORDER BY ${order} LIMIT ? OFFSET ?`,
    [...params, ...params, Math.min(request.limit, ALL), request.offset],
  );
  const counted = rows[0] ?? (request.offset > 0 ? await db.row<Counted>(count, params) : undefined);
  const total = counted?.total_rows ?? 0;
  // It travels with each row, so that a page is one statement, and is no part of what was asked for. Being the last
  // of a row, it is taken off for next to nothing; a copy without it would not be.
  for (const row of rows) delete (row as Partial<Counted>).total_rows;
  return { rows, total };
}

function orderOf({ sort }: ListRequest, { order, ties }: ListSource): string {
  if (!sort) return order;
  const direction = sort.descending ? 'DESC' : 'ASC';
  return `${sort.column} ${direction}, ${ties ? `${ties} ${direction}` : order}`;
}

interface Counted {
  total_rows: number;
}

function conditions(request: ListRequest, source: ListSource): { where: string; params: SqlValue[] } {
  const parts = source.where ? [source.where] : [];
  const params = [...(source.params ?? [])];
  for (const [name, value] of Object.entries(request.filter)) {
    const columns = [source.filter?.[name] ?? []].flat();
    const [column = 'NULL'] = columns;
    if (value.kind === 'ids' || value.kind === 'texts') {
      const values = value.kind === 'ids' ? value.ids : value.texts;
      parts.push(`${column} IN ${placesFor(values)}`);
      params.push(...values);
    } else if (value.kind === 'flag') {
      parts.push(`${column} = ?`);
      params.push(value.on ? 1 : 0);
    } else if (value.kind === 'presence') {
      parts.push(`${column} IS ${value.on ? 'NOT ' : ''}NULL`);
    } else {
      parts.push(`(${columns.map((each) => `${each} LIKE ? ESCAPE '!'`).join(' OR ')})`);
      params.push(...columns.map(() => `%${value.text.replace(/[!%_]/g, '!$&')}%`));
    }
  }
  return { where: parts.length ? ` WHERE ${parts.join(' AND ')}` : '', params };
}
