import { query } from '../database/tables';
import { OPEN } from './post-status';

/** With their ledgers, by the foreign keys. */
export const deletingPosts = (ids: number[]) => query.deleteFrom('posts').where('id', 'in', ids);

/** How many of them count as tasks. */
export const openAmong = (ids: number[]) =>
  query
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('tasks'))
    .where('id', 'in', ids)
    .where('status', 'in', OPEN);

/** What their files take of the storage. */
export const bytesOf = (ids: number[]) =>
  query
    .selectFrom('posts')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('size_bytes'), lit(0)).as('bytes'))
    .where('id', 'in', ids)
    .where('file_key', 'is not', null);
