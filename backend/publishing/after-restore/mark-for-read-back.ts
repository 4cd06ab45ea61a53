import { restartAccounts } from '../../accounts/turns/restart-accounts';
import type { Database, Statement } from '../../database/database';
import { textOf } from '../../database/database';
import { query, type Query, type Row } from '../../database/tables';
import { MAY_HAVE_GONE_OUT, type RemoteSession, type Restored } from '../../ports/networks/network';
import { keepingUse } from '../../shared-videos/picked-videos';
import { firstCommentsInDoubt, lookingForComment } from '../first-comments/after-restore';
import { failedStep } from '../publisher/failed-step';
import { skipLibrary, waitingInReach } from './automatic-posting';
import { postsInDoubt, type PostInDoubt } from './posts-in-doubt';
import { periodSince, type RestoredPeriod } from './restored-period';
import { CaptionTexts, sharedAmong, type Candidate } from './shared-words';

const STATEMENTS_AT_ONCE = 200;

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
  const waiting = await waitingInReach(db, period);
  const captions = new CaptionTexts(db);
  const candidates: Candidate[] = [];
  for await (const each of postsInDoubt(db, period.dueUntil, waiting)) {
    const candidate = await candidateOf(each, captions);
    if (candidate) candidates.push(candidate);
  }
  const shared = await sharedAmong(candidates, captions);
  const wordsOf = new Map(candidates.map(({ id, words }) => [id, words]));
  const batch = new Batch(db);
  const done: ReadBack = { lookedFor: 0, held: 0, skipped: 0 };
  for await (const each of postsInDoubt(db, period.dueUntil, waiting)) {
    const { id, user_id: userId, network, shared_video_id: video } = each.post;
    if (wordsOf.has(id)) {
      await batch.add(
        textOf(lookingFor(each, { words: wordsOf.get(id) ?? null, shared: shared.has(id) }, period)),
      );
      done.lookedFor++;
    } else {
      await batch.add(...holding(each.post, now));
      done.held++;
    }
    if (video !== null) await batch.add(textOf(keepingUse({ userId, network }, video)));
  }
  for await (const post of firstCommentsInDoubt(db))
    await batch.add(textOf(lookingForComment(post, period.since, now)));
  await batch.end();
  done.skipped = await skipLibrary(db, period);
  await restartAccounts(db, now);
  return done;
}

/** @returns undefined if the post had no account. */
async function candidateOf(each: PostInDoubt, captions: CaptionTexts): Promise<Candidate | undefined> {
  const { id, user_id: userId, title, posted_text: posted, description } = each.post;
  const place = placeOf(each);
  if (!place) return undefined;
  const text = posted ?? (description || null);
  const words = text ?? ((await captions.of(userId)).size > 0 ? null : title);
  return { id, place, userId, words };
}

/** Where the post may have gone; undefined if it had no account. */
function placeOf({ post, account }: PostInDoubt): string | undefined {
  const remoteId = post.intent_account ?? (account?.removed_at === 0 ? account.remote_id : undefined);
  return account && remoteId !== undefined ? `${post.network} ${remoteId}` : undefined;
}

function lookingFor(
  { post, account }: PostInDoubt,
  { words, shared }: { words: string | null; shared: boolean },
  { since, now, aheadMs: backupsAheadMs }: RestoredPeriod,
): Query {
  const kept = JSON.parse(post.remote_session ?? 'null') as RemoteSession | null;
  const before = kept?.earlier ?? kept;
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
const holding = (post: Pick<Row<'posts'>, 'id' | 'fence'>, now: number): Statement[] => [
  textOf(
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
      .where('id', '=', post.id),
  ),
  failedStep(post, { reason: MAY_HAVE_GONE_OUT }, now),
];

/** Statements in units of bounded size: each alone would wait for the disk. */
class Batch {
  private statements: Statement[] = [];

  constructor(private readonly db: Database) {}

  /** They come into one unit. */
  async add(...statements: Statement[]): Promise<void> {
    this.statements.push(...statements);
    if (this.statements.length >= STATEMENTS_AT_ONCE) await this.end();
  }

  async end(): Promise<void> {
    const statements = this.statements.splice(0);
    if (statements.length > 0) await this.db.atomically(statements);
  }
}
