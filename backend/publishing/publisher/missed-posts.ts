import { Injectable } from '@nestjs/common';
import { Counts } from '../../common/metrics/counts';
import { AutopostSchedule } from '../../accounts/turns/autopost-schedule';
import { AccountTurns, LEASE_MS } from '../../accounts/turns/account-turns';
import { Config } from '../../config/config';
import { Changes } from '../../database/changes';
import { Database, required, textOf } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query, type Row } from '../../database/tables';
import { mayBePublic, unconfirmed, type RemoteSession } from '../../ports/networks/network';
import { Quota } from '../../subscriptions/quota';
import { touching } from './claims';
import { failedStep } from './failed-step';
import { missedText, missedWithoutAccountText } from './failure-text';
import { inDoubtOn, mayBePublicOn } from './unreadable-posts';
import { OPEN, UNDER_WAY, type PostStatus } from '../posts/post-status';

const AT_ONCE = 100;

/** What nobody could read back for so long fails as not confirmed, once it stands in the way of its user. */
const UNREADABLE_FOR_MS = 3_600_000;

/** Overdue posts that one look for unused turns reads: most of a backlog has times. */
const LOOKED_AT = 500;

/** Ends posts that waited too long, and shortens leases and waits that a wrong clock wrote. */
@Injectable()
export class MissedPosts {
  /** Where the next look for unused turns begins. */
  private lookedAt = FROM_THE_FIRST;

  constructor(
    private readonly db: Database,
    private readonly turns: AccountTurns,
    private readonly quota: Quota,
    private readonly schedule: AutopostSchedule,
    private readonly changes: Changes,
    private readonly config: Config,
    private readonly clock: DatabaseTime,
    private readonly counts: Counts,
  ) {}

  /** Fails posts that could not go out in time. Posts without a time give up their turn and wait for the next one. */
  async endMissed(): Promise<void> {
    const { missedAfterMs } = this.config.publishing;
    const since = this.clock.now() - missedAfterMs;
    await this.returnUnused(since);
    for (const post of await this.missed(since)) {
      if (post.scheduled_for === null && post.intent_account === null) {
        await this.takeTurnBack(post);
        continue;
      }
      const session = JSON.parse(post.remote_session ?? 'null') as RemoteSession | null;
      const reason = this.whyMissed(post, session);
      const failed = await this.fail(post, reason ?? unconfirmed(session));
      const outcome = reason === undefined ? 'not_confirmed' : 'missed';
      if (failed) this.counts.add('pagecast_publications_total', { network: post.network, outcome });
    }
  }

  /**
   * The reason in words if the post's time passed too long ago, else undefined. A post that may be public is never
   * called missed: it is read back.
   */
  whyMissed(
    { scheduled_for, account_id }: Pick<Row<'posts'>, 'scheduled_for' | 'account_id'>,
    session: RemoteSession | null,
  ): string | undefined {
    const { missedAfterMs } = this.config.publishing;
    if (scheduled_for === null || mayBePublic(session)) return undefined;
    const isMissed = this.clock.now() - scheduled_for >= missedAfterMs;
    if (!isMissed) return undefined;
    return account_id === null ? missedWithoutAccountText(missedAfterMs) : missedText(missedAfterMs);
  }

  /**
   * Fails posts that may be public on these accounts and that nobody works on: their token is erased for good, so they
   * cannot be read back.
   */
  async endUnreadable(accountIds: readonly number[]): Promise<void> {
    await this.endUnconfirmed(mayBePublicOn(accountIds, this.clock.now()));
  }

  /** Fails posts that may be public there and have waited for an hour for their account to be connected again. */
  async endDoubts(accountIds: readonly number[]): Promise<void> {
    const now = this.clock.now();
    await this.endUnconfirmed(inDoubtOn(accountIds, now).where('due_at', '<=', now - UNREADABLE_FOR_MS));
  }

  /** Shortens leases that a wrong clock wrote, together with the holds of their accounts. */
  async shortenLeases(): Promise<void> {
    const until = this.clock.now() + LEASE_MS;
    for (const id of await this.turns.shortenHolds())
      await this.db.run(
        query
          .updateTable('posts')
          .set({ due_at: until })
          .where('id', '=', id)
          .where('locked_by', 'is not', null)
          .where('due_at', '>', until + LEASE_MS),
      );
  }

  /**
   * After the clock was set back: posts that were begun would wait as much longer for their next step. It does not come
   * before the time of the post.
   */
  async shortenWaits(): Promise<void> {
    const now = this.clock.now();
    let [after, found] = [0, 0];
    do {
      const posts = await this.db.rows(WAITING_TO_GO_ON({ now, after }));
      for (const post of posts) {
        const due_at = Math.max(now, post.scheduled_for ?? now);
        if (due_at >= (post.due_at ?? now)) continue;
        const hastened = unclaimed(post).set({ due_at }).where('locked_by', 'is', null);
        await this.changes.commit([required(hastened)], touchingAccountOf(post));
      }
      found = posts.length;
      after = posts.at(-1)?.id ?? after;
    } while (found === AT_ONCE);
  }

  /**
   * Takes the turn back from posts that could not use it in time; they wait for the next one in queue order. A look goes
   * on where the last one ended, so that no backlog is read again and again.
   */
  private async returnUnused(since: number): Promise<void> {
    const overdue = await this.db.rows(OVERDUE({ since, ...this.lookedAt }));
    await this.takeTurnsBack(
      overdue.filter((post) => post.status === 'pending' && post.scheduled_for === null),
      since,
    );
    const last = overdue.length < LOOKED_AT ? undefined : overdue.at(-1);
    this.lookedAt = last ? { at: last.due_at, status: last.status, id: last.id } : FROM_THE_FIRST;
  }

  private async takeTurnsBack(
    unused: { id: number; account_id: number | null }[],
    since: number,
  ): Promise<void> {
    if (unused.length === 0) return;
    const ids = unused.map(({ id }) => id);
    const accounts = unused.flatMap(({ account_id }) => account_id ?? []);
    // Their accounts may be asleep: the turn was the last thing to come.
    const marking = this.schedule.markDirtyWhere((account) => account.where('id', 'in', accounts));
    await this.db.atomically([...(accounts.length > 0 ? [marking] : []), textOf(returning(ids, since))]);
  }

  /**
   * Overdue posts that are pending, and those under way whose account may not send (any more). Other posts under way
   * get claimed, and their publisher decides.
   */
  private missed(since: number): Promise<Row<'posts'>[]> {
    return this.db.rows(MISSED({ since, now: this.clock.now() }));
  }

  /** It waits for the next turn, and continues then. */
  private async takeTurnBack(post: Row<'posts'>): Promise<void> {
    const pending = unclaimed(post).set((row) => ({
      status: 'pending',
      due_at: null,
      locked_by: null,
      fence: row('fence', '+', 1),
    }));
    await this.changes.commit([required(pending)], touchingAccountOf(post));
  }

  private async endUnconfirmed(posts: ReturnType<typeof mayBePublicOn>): Promise<void> {
    for (const post of await this.db.rows(posts.selectAll().limit(AT_ONCE))) {
      const session = JSON.parse(post.remote_session ?? 'null') as RemoteSession | null;
      if (await this.fail(post, unconfirmed(session)))
        this.counts.add('pagecast_publications_total', { network: post.network, outcome: 'not_confirmed' });
    }
  }

  /** @returns false when it was rescheduled or claimed meanwhile. */
  private async fail(post: Row<'posts'>, reason: string): Promise<boolean> {
    const now = this.clock.now();
    const failed = unclaimed(post).set((row) => ({
      status: 'failed',
      upload_error: reason,
      failed_at: now,
      idle_since: now,
      due_at: null,
      intent_account: null,
      intent_token: null,
      locked_by: null,
      fence: row('fence', '+', 1),
    }));
    const failing = [
      required(failed),
      this.quota.freeing(post.user_id, 1, 0),
      failedStep(post, { reason }, now),
    ];
    return (await this.changes.commit(failing, touchingAccountOf(post))) !== null;
  }
}

const touchingAccountOf = (post: Row<'posts'>) => ({
  ...touching(post),
  account: post.account_id ?? undefined,
});

/** The post as it was read, which nobody has rescheduled or claimed since. */
const unclaimed = ({ id, status, fence, due_at }: Row<'posts'>) =>
  query
    .updateTable('posts')
    .where('id', '=', id)
    .where('status', '=', status)
    .where('fence', '=', fence)
    .where('due_at', '=', due_at);

const WAITING_TO_GO_ON = prepared(({ now, after }: { now: number; after: number }) =>
  query
    .selectFrom('posts')
    .selectAll()
    .where('due_at', '>', now)
    .where('status', 'in', UNDER_WAY)
    .where('locked_by', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE),
);

type PlaceInIndex = { at: number; status: string; id: number };

const FROM_THE_FIRST: PlaceInIndex = { at: 0, status: '', id: 0 };

/** Open posts that waited too long, from there on and in the order of the index: of each status, or SQLite would sort. */
const OVERDUE = prepared(({ since, at, status, id }: PlaceInIndex & { since: number }) =>
  query
    .selectFrom('posts')
    .select(['id', 'account_id', 'status', 'scheduled_for', 'due_at'])
    .$narrowType<{ due_at: number }>()
    .where('due_at', '>=', at)
    .where('due_at', '<=', since)
    .where((post) =>
      post.or([
        post('due_at', '>', at),
        post('status', '>', status as PostStatus),
        post.and([post('status', '=', status as PostStatus), post('id', '>', id)]),
      ]),
    )
    .orderBy('due_at')
    .orderBy('status')
    .orderBy('id')
    .limit(LOOKED_AT),
);

const returning = (ids: number[], since: number) =>
  query
    .updateTable('posts')
    .set({ due_at: null })
    .where('id', 'in', ids)
    .where('due_at', '<=', since)
    .where('status', '=', 'pending')
    .where('scheduled_for', 'is', null);

const MISSED = prepared(({ since, now }: { since: number; now: number }) =>
  query
    .selectFrom('posts as p')
    .selectAll()
    .where('p.due_at', '<=', since)
    .where((post) =>
      post.or([
        post('p.scheduled_for', '<=', since),
        post.and([post('p.scheduled_for', 'is', null), post('p.status', 'in', UNDER_WAY)]),
      ]),
    )
    .where('p.status', 'in', OPEN)
    .where((post) =>
      post.or([
        post('p.status', '=', 'pending'),
        post.not(
          post.exists(
            post
              .selectFrom('accounts as a')
              .select('a.id')
              .whereRef('a.id', '=', 'p.account_id')
              .where((account) =>
                account.or([
                  account.and([
                    account('a.removed_at', '=', 0),
                    account.or([account('a.paused_reason', 'is', null), account('a.resumes_at', '<=', now)]),
                  ]),
                  account('a.remote_id', '<>', account.ref('p.intent_account')),
                ]),
              ),
          ),
        ),
      ]),
    )
    .orderBy('p.due_at')
    .limit(AT_ONCE),
);
