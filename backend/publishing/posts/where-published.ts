import { sql, type SqlBool } from 'kysely';
import { query } from '../../database/tables';

/**
 * Whether a post of an account is on the Page that the account is now, or goes there. Of a post that was published
 * before this was recorded, it is assumed.
 * @param posts the name of the posts in the query
 */
export function isOnPageOfAccount(posts: 'posts' | 'p' | 'there') {
  const of = (column: string) => sql.ref(`${posts}.${column}`);
  const page = sql`coalesce(${of('published_on')}, ${of('intent_account')})`;
  const pageOfAccount = query
    .selectFrom('accounts as its')
    .select('its.remote_id')
    .where('its.id', '=', sql.ref<number>(`${posts}.account_id`));
  return sql<SqlBool>`(${page} is null or ${page} = ${pageOfAccount})`;
}
