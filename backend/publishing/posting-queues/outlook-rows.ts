import { expressionBuilder, sql } from 'kysely';
import { query, type Tables } from '../../database/tables';
import { countOfUses, unusedVideos, videosOf } from '../../shared-videos/unused-videos';
import { OPEN } from '../posts/post-status';

/** How many posts of each account are pending, and when the next one with an instant is due. */
export const openOn = (ids: number[]) =>
  query
    .selectFrom('posts as p')
    .select(({ case: when, fn, ref }) => [
      'p.account_id',
      fn.count<number>(when().when('p.status', '=', 'pending').then(ref('p.id')).end()).as('pending'),
      fn.min<number | null>('p.due_at').as('due_at'),
    ])
    .$narrowType<{ account_id: number }>()
    .where('p.account_id', 'in', ids)
    .where('p.status', 'in', OPEN)
    .groupBy('p.account_id');

/**
 * Of each account and kind, the posts that wait for a slot and may be the next: those that rest, and the first of the
 * others. The files of one upload are equally old. The ranks have every post looked at once; a join with the first of
 * each group is planned by MariaDB so that each post looks through the group.
 */
export const nextToWait = (ids: number[], now: number) =>
  query
    .selectFrom(waitingOn(ids, now).as('w'))
    .select(['w.account_id', 'w.kind', 'w.id', 'w.created_at', 'w.stored_at', 'w.rests_until', 'w.queued_at'])
    .where((post) => post.or([post('w.place', '=', 1), post('w.rests_until', '>', now)]));

const waitingOn = (ids: number[], now: number) =>
  query
    .selectFrom('posts as p')
    .select([
      'p.account_id',
      'p.kind',
      'p.id',
      'p.created_at',
      'p.stored_at',
      'p.rests_until',
      'p.queued_at',
      rank(now).as('place'),
    ])
    .$narrowType<{ account_id: number }>()
    .where('p.account_id', 'in', ids)
    .where('p.status', '=', 'pending')
    .where('p.draft', '=', 0)
    .where('p.due_at', 'is', null)
    .where('p.scheduled_for', 'is', null);

/**
 * Those that rest are ranked on their own. By the plain kind, SQLite would go along an index that has all published posts
 * of the accounts.
 */
const rank = (now: number) => sql<number>`RANK() OVER (
  PARTITION BY p.account_id, COALESCE(p.kind, ''), COALESCE(p.rests_until, 0) > ${now}
  ORDER BY COALESCE(p.queued_at, p.created_at))`;

/** How many videos may go out from these categories. */
export const sizeOf = (categories: number[]) =>
  videosOf(categories).select(({ fn }) => fn.countAll<number>().as('count'));

/** Accounts with fewer uses than the library has videos: they cannot have posted all. */
export const withFewUses = (ids: number[], size: number) =>
  query
    .selectFrom('accounts as a')
    .select('a.id')
    .where('a.id', 'in', ids)
    .where((account) => account(countOfUses(usingAccount), '<', size));

/** Looks through the library for each account. */
export const withUnusedVideo = (ids: number[], categories: number[]) =>
  query
    .selectFrom('accounts as a')
    .select('a.id')
    .where('a.id', 'in', ids)
    .where(({ exists }) => exists(unusedVideos(categories, usingAccount).select('v.id')));

const { ref } = expressionBuilder<Tables & { a: Tables['accounts'] }, 'a'>();

const usingAccount = { userId: ref('a.user_id'), network: ref('a.network'), remoteId: ref('a.remote_id') };
