import type { Database } from '../../database/database';
import { rowsBySpans } from '../../database/id-spans';
import { query, type Row } from '../../database/tables';
import { usingVideo } from '../../shared-videos/library-uses';
import { KINDS_OF, listOf } from '../formats/lists';
import { PostingQueues } from '../posting-queues/posting-queues';
import type { RestoredPeriod } from './restored-period';

const ACCOUNTS_AT_ONCE = 500;
const A_MINUTE_MS = 60_000;

type AccountRow = Row<'accounts'>;

/** Ids of the posts without a time that automatic posting could have taken. */
export async function waitingInReach(db: Database, period: RestoredPeriod): Promise<Set<number>> {
  const found = new Set<number>();
  for await (const account of accountsOf(db))
    for (const kind of KINDS_OF[account.network]) {
      const inTurn = waitingOf(account, kind)
        .where(({ fn, val }) => fn.coalesce('rests_until', val(0)), '<=', period.since)
        .orderBy(({ fn }) => fn.coalesce('queued_at', 'created_at'))
        .orderBy('created_at')
        .orderBy('id')
        .limit(Math.min(mostTaken(account, kind, period), 1_000_000));
      // Others pass a post that rests, and it may go out as soon as its rest is over.
      const rested = waitingOf(account, kind)
        .where('rests_until', '>', period.since)
        .where('rests_until', '<=', period.dueUntil);
      for (const { id } of [...(await db.rows(inTurn)), ...(await db.rows(rested))]) found.add(id);
    }
  return found;
}

/** As many videos of the library as automatic posting could have taken count as used. @returns how many. */
export async function skipLibrary(db: Database, period: RestoredPeriod): Promise<number> {
  const queues = new PostingQueues(db);
  let skipped = 0;
  for await (const account of accountsOf(db)) {
    const using = { userId: account.user_id, network: account.network, accountId: account.id };
    for (const kind of KINDS_OF[account.network].filter((each) => listOf(each).library)) {
      for (let left = mostTaken(account, kind, period); left > 0;) {
        const { library } = await queues.load(account, kind, period.now);
        let used = 0;
        for (const { id } of library.slice(0, left))
          used += await db.run(usingVideo(using, id, { now: period.now, picked: 0 }));
        if (used === 0) break;
        left -= used;
        skipped += used;
      }
    }
  }
  return skipped;
}

/** Those that were not removed. A condition would have a database read all of them for each span, by the index. */
async function* accountsOf(db: Database): AsyncGenerator<AccountRow> {
  const all = query.selectFrom('accounts').selectAll();
  for await (const some of rowsBySpans(db, 'accounts', all, { atOnce: ACCOUNTS_AT_ONCE }))
    yield* some.filter(({ removed_at: removedAt }) => removedAt === 0);
}

/** Most posts that automatic posting could have taken of one kind on the account. */
const mostTaken = (
  account: AccountRow,
  kind: Parameters<typeof listOf>[0],
  { since, dueUntil }: RestoredPeriod,
): number =>
  account.posting === 'slots'
    ? Infinity
    : Math.floor((dueUntil - since) / (account[listOf(kind).frequency] * A_MINUTE_MS)) + 2;

const waitingOf = (account: AccountRow, kind: Parameters<typeof listOf>[0]) =>
  query
    .selectFrom('posts')
    .select('id')
    .where('account_id', '=', account.id)
    .where('kind', '=', kind)
    .where('status', '=', 'pending')
    .where('draft', '=', 0)
    .where('scheduled_for', 'is', null)
    .where('due_at', 'is', null);
