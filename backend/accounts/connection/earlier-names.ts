import { textOf, type Statement } from '../../database/database';
import { query } from '../../database/tables';

const COLUMNS = ['account_id', 'remote_id', 'name', 'meta_user_id'] as const;

/** Keeps the name of what the account is now. To be run before the account becomes another one. */
export function keepingName(accountId: number): Statement[] {
  const account = query.selectFrom('accounts as a').where('a.id', '=', accountId);
  return [
    textOf(
      query
        .deleteFrom('earlier_names')
        .where('account_id', '=', accountId)
        .where('remote_id', '=', account.select('a.remote_id').$asScalar()),
    ),
    textOf(
      query
        .insertInto('earlier_names')
        .columns([...COLUMNS])
        .expression(account.select(['a.id', 'a.remote_id', 'a.name', 'a.meta_user_id'])),
    ),
  ];
}

/** Erases the names of what this person granted, and of what their accounts were before. */
export function forgettingNames(metaUserId: string): Statement[] {
  const accounts = query.selectFrom('accounts').select('id').where('meta_user_id', '=', metaUserId);
  return [
    textOf(query.deleteFrom('earlier_names').where('meta_user_id', '=', metaUserId)),
    textOf(query.deleteFrom('earlier_names').where('account_id', 'in', accounts)),
  ];
}
