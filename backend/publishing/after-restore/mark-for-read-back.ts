import { restartAccounts } from '../../accounts/turns/restart-accounts';
import type { Database, Statement } from '../../database/database';
import { textOf } from '../../database/database';
import { query, type Query, type Row } from '../../database/tables';
import { MAY_HAVE_GONE_OUT, type RemoteSession, type Restored } from '../../ports/networks/network';
import { usingVideo } from '../../shared-videos/library-uses';
import { firstCommentsInDoubt, lookingForComment } from '../first-comments/after-restore';
import { KINDS_OF, listOf } from '../formats/lists';
import { OPEN, UNDER_WAY } from '../posts/post-status';
import { PostingQueues } from '../posting-queues/posting-queues';
import { periodSince, type RestoredPeriod } from './restored-period';

const ROWS_AT_ONCE = 500;
const STATEMENTS_AT_ONCE = 200;
const A_MINUTE_MS = 60_000;

type PostRow = Row<'posts'>;
type AccountRow = Row<'accounts'>;

/** A post that may have gone out, and where to. */
interface Candidate {
  id: number;
  /** The network and the account's id there; several users may have connected the same Page. */
  place: string;
  userId: number;
  words: string | null;
}

export interface ReadBack {
  /** Posts that the publisher looks for on the network before it sends anything. */
  lookedFor: number;
  /** Posts without an account to look at. */
  held: number;
  /** Videos of the library that automatic posting skips, because it may have posted them. */
  skipped: number;
}

/**
 * Prepares a restored database: no post that may have gone out since the backup is sent before the network was read
 * back. Those are the posts that were under way or due, and of the posts without a time as many as automatic posting
 * could have taken. Posts whose time is in the future stay as they are, unless a clock that was ahead may have reached it.
 *
 * Which videos of the library went out is not known either. As many as automatic posting could have taken count as
 * used, in its order.
 *
 * Nothing else may use the database meanwhile. It can be repeated.
 */
export async function markForReadBack(
  db: Database,
  { since: takenAt, now }: { since: number; now: number },
): Promise<ReadBack> {
  const period = await periodSince(db, takenAt, now);
  await db.run(query.deleteFrom('publisher_heartbeats'));
  const accounts = await accountsOf(db);
  const waiting = await waitingInReach(db, accounts, period);
  const captions = await captionsOf(db);
  const candidates: Candidate[] = [];
  await eachCandidate(db, period.dueUntil, waiting, (post) => {
    const place = placeOf(post, accounts);
    if (!place) return;
    const text = post.posted_text ?? (post.description || null);
    const words = text ?? (captions.has(post.user_id) ? null : post.title);
    candidates.push({ id: post.id, place, userId: post.user_id, words });
  });
  const shared = sharedAmong(candidates, captions);
  const wordsOf = new Map(candidates.map(({ id, words }) => [id, words]));
  const batch = new Batch(db);
  const done: ReadBack = { lookedFor: 0, held: 0, skipped: 0 };
  await eachCandidate(db, period.dueUntil, waiting, async (post) => {
    if (wordsOf.has(post.id)) {
      const known = { words: wordsOf.get(post.id) ?? null, shared: shared.has(post.id) };
      await batch.add(lookingFor(post, accounts.get(post.account_id ?? 0), known, period));
      done.lookedFor++;
    } else {
      await batch.add(holding(post, now));
      done.held++;
    }
  });
  for await (const post of firstCommentsInDoubt(db))
    await batch.add(lookingForComment(post, period.since, now));
  await batch.end();
  done.skipped = await skipLibrary(db, accounts, period);
  await restartAccounts(db, now);
  return done;
}

/** Where the post may have gone; undefined if it had no account. */
function placeOf(post: PostRow, accounts: Map<number, AccountRow>): string | undefined {
  const account = accounts.get(post.account_id ?? 0);
  const remoteId = post.intent_account ?? (account?.removed_at === 0 ? account.remote_id : undefined);
  return account && remoteId !== undefined ? `${post.network} ${remoteId}` : undefined;
}

/** The posts that may have gone out: again from the start at each call, in bounded memory. */
async function eachCandidate(
  db: Database,
  dueUntil: number,
  waiting: Set<number>,
  work: (post: PostRow) => Promise<void> | void,
): Promise<void> {
  for (let after = 0; ;) {
    const rows = await db.rows(
      query
        .selectFrom('posts')
        .selectAll()
        .where('id', '>', after)
        .where('status', 'in', OPEN)
        .orderBy('id')
        .limit(ROWS_AT_ONCE),
    );
    for (const post of rows) {
      const isDue = post.due_at !== null && post.due_at <= dueUntil;
      if (UNDER_WAY.includes(post.status) || isDue || waiting.has(post.id)) await work(post);
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

function lookingFor(
  post: PostRow,
  account: AccountRow | undefined,
  { words, shared }: { words: string | null; shared: boolean },
  { since, now, aheadMs: backupsAheadMs }: RestoredPeriod,
): Query {
  const before = JSON.parse(post.remote_session ?? 'null') as RemoteSession | null;
  const restored: Restored = before?.restored ?? {
    since,
    words: words === null ? null : [words],
    shared,
    begun: before !== null,
    hadBytes: before?.uploaded === true,
    hadIntent: before?.intentAt !== undefined,
  };
  const aheadMs = Math.max(backupsAheadMs, before?.aheadMs ?? 0);
  const session: RemoteSession = {
    ...(before ?? { protocol: '', remoteId: '' }),
    uploaded: true,
    intentAt: before?.intentAt ?? since,
    ...(aheadMs > 0 && { aheadMs }),
    restored: { ...restored, since: Math.min(since, restored.since) },
  };
  return query
    .updateTable('posts')
    .set((row) => ({
      status: post.status === 'pending' ? 'scheduled' : post.status,
      due_at: now,
      locked_by: null,
      fence: row('fence', '+', 1),
      tries: 0,
      remote_session: JSON.stringify(session),
      intent_account: post.intent_account ?? account?.remote_id ?? null,
      intent_token: post.intent_token ?? account?.token ?? null,
    }))
    .where('id', '=', post.id);
}

/** There is no account whose lists could be read, so the post fails with the sentence. */
const holding = ({ id }: PostRow, now: number): Query =>
  query
    .updateTable('posts')
    .set((row) => ({
      status: 'failed',
      upload_error: MAY_HAVE_GONE_OUT,
      failed_at: now,
      idle_since: now,
      due_at: null,
      locked_by: null,
      fence: row('fence', '+', 1),
      intent_account: null,
      intent_token: null,
    }))
    .where('id', '=', id);

async function accountsOf(db: Database): Promise<Map<number, AccountRow>> {
  const rows = await db.rows(query.selectFrom('accounts').selectAll());
  return new Map(rows.map((row) => [row.id, row]));
}

/** The texts of each user who has any. A post without a text of its own took one of them, in turn. */
async function captionsOf(db: Database): Promise<Map<number, Set<string>>> {
  const found = new Map<number, Set<string>>();
  for (const { user_id, content } of await db.rows(
    query.selectFrom('captions').select(['user_id', 'content']),
  )) {
    const own = found.get(user_id) ?? new Set();
    found.set(user_id, own.add(content));
  }
  return found;
}

/** Ids of the candidates whose text another candidate of the same place may have, too. */
function sharedAmong(candidates: Candidate[], captions: Map<number, Set<string>>): Set<number> {
  const counts = new Map<string, number>();
  /** By place, the users of posts whose text is one of their captions. */
  const captioned = new Map<string, Set<number>>();
  for (const { place, words, userId } of candidates) {
    if (words === null) captioned.set(place, (captioned.get(place) ?? new Set()).add(userId));
    else counts.set(`${place} ${words}`, (counts.get(`${place} ${words}`) ?? 0) + 1);
  }
  const isShared = ({ place, words }: Candidate): boolean =>
    words !== null &&
    ((counts.get(`${place} ${words}`) ?? 0) > 1 ||
      [...(captioned.get(place) ?? [])].some((userId) => captions.get(userId)?.has(words)));
  return new Set(candidates.filter(isShared).map(({ id }) => id));
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

/** Ids of the posts without a time that automatic posting could have taken. */
async function waitingInReach(
  db: Database,
  accounts: Map<number, AccountRow>,
  period: RestoredPeriod,
): Promise<Set<number>> {
  const found = new Set<number>();
  for (const account of accounts.values()) {
    if (account.removed_at !== 0) continue;
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
  }
  return found;
}

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

async function skipLibrary(
  db: Database,
  accounts: Map<number, AccountRow>,
  period: RestoredPeriod,
): Promise<number> {
  const queues = new PostingQueues(db);
  let skipped = 0;
  for (const account of accounts.values()) {
    if (account.removed_at !== 0) continue;
    const using = { userId: account.user_id, network: account.network, accountId: account.id };
    for (const kind of KINDS_OF[account.network].filter((each) => listOf(each).library)) {
      for (let left = mostTaken(account, kind, period); left > 0;) {
        const { library } = await queues.load(account, kind, period.now);
        let used = 0;
        for (const { id } of library.slice(0, left)) used += await db.run(usingVideo(using, id, period.now));
        if (used === 0) break;
        left -= used;
        skipped += used;
      }
    }
  }
  return skipped;
}

/** Statements in units of bounded size: each alone would wait for the disk. */
class Batch {
  private statements: Statement[] = [];

  constructor(private readonly db: Database) {}

  async add(statement: Query): Promise<void> {
    this.statements.push(textOf(statement));
    if (this.statements.length >= STATEMENTS_AT_ONCE) await this.end();
  }

  async end(): Promise<void> {
    const statements = this.statements.splice(0);
    if (statements.length > 0) await this.db.atomically(statements);
  }
}
