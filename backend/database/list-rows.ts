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
}

/** The rows that a list call asks for, and how many there are in all: two statements, whatever the length. */
export async function listRows<T>(db: Database, request: ListRequest, source: ListSource): Promise<Page<T>> {
  const { where, params } = conditions(request, source);
  const tail = `FROM ${source.from}${where}`;
  const count = await db.row<{ total: number }>(`SELECT COUNT(*) AS total ${tail}`, params);
  const total = count?.total ?? 0;
  if (request.offset >= total) return { rows: [], total };
  const order = request.sort
    ? `${request.sort.column} ${request.sort.descending ? 'DESC' : 'ASC'}, ${source.order}`
    : source.order;
  const rows = await db.rows<T>(`SELECT ${source.columns} ${tail} ORDER BY ${order} LIMIT ? OFFSET ?`, [
    ...params,
    Math.min(request.limit, total),
    request.offset,
  ]);
  return { rows, total };
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
