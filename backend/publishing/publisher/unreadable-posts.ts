import { query } from '../../database/tables';
import { UNDER_WAY } from '../posts/post-status';

/** Posts on these accounts that may be public and that nobody works on. */
export const mayBePublicOn = (accountIds: readonly number[], now: number) =>
  query
    .selectFrom('posts')
    .where('account_id', 'in', accountIds)
    .where('status', 'in', UNDER_WAY)
    .where('intent_account', 'is not', null)
    .where((post) => post.or([post('locked_by', 'is', null), post('due_at', '<=', now)]));

/** Those of them that cannot be read back until their account is connected again. */
export const inDoubtOn = (accountIds: readonly number[], now: number) =>
  mayBePublicOn(accountIds, now).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('accounts as a')
        .select('a.id')
        .whereRef('a.id', '=', 'posts.account_id')
        .whereRef('a.remote_id', '=', 'posts.intent_account')
        .where('a.paused_reason', 'is not', null)
        .where('a.resumes_at', 'is', null),
    ),
  );
