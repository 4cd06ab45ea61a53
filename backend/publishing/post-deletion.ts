import { query } from '../database/tables';
import { OPEN } from './post-status';

/** Deletes the posts; foreign keys delete their ledgers. */
export const deletingPosts = (ids: number[]) => query.deleteFrom('posts').where('id', 'in', ids);

/** The number of open posts among them, each of which counts as a task. */
export const openAmong = (ids: number[]) =>
  query
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('tasks'))
    .where('id', 'in', ids)
    .where('status', 'in', OPEN);

/** The bytes of storage that their files use. */
export const bytesOf = (ids: number[]) =>
  query
    .selectFrom('posts')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('size_bytes'), lit(0)).as('bytes'))
    .where('id', 'in', ids)
    .where('file_key', 'is not', null);
