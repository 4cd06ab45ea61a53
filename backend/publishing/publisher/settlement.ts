import { Injectable } from '@nestjs/common';
import { Counts } from '../../common/metrics/counts';
import type { LabelsOf } from '../../common/metrics/declarations';
import { AccountPauses } from '../../accounts/turns/account-pauses';
import { AccountTurns } from '../../accounts/turns/account-turns';
import { ACCOUNT_TOPICS, type StoredCredentials } from '../../accounts/accounts.service';
import { Changes, type Topic } from '../../database/changes';
import { Database, required, type Done, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { preparedUpdate } from '../../database/prepared';
import type { Row } from '../../database/tables';
import {
  mayBePublic,
  NOT_CONFIRMED,
  unconfirmed,
  type RemoteSession,
  type Outcome,
} from '../../ports/networks/network';
import { Quota } from '../../subscriptions/quota';
import { backOffMs } from './back-off';
import { heldPost, type Claim, type Held } from './claims';
import { DailyLimits } from './daily-limits';
import { failedStep, isInLedger } from './failed-step';
import { INTERRUPTED, textOfFailure, type Failure } from './failure-text';
import { NextPosts } from './next-posts';
import { beginning } from '../first-comments/comment-columns';
import { columnsOf, NO_INTENT, processed, type Next } from './unfinished';
import { formatOf, topicOf } from '../formats/lists';

const STORAGE_AGAIN_MS = 5_000;
const KEY_AGAIN_MS = 15_000;

type Counted = LabelsOf<'pagecast_publications_total'>['outcome'];

/** Records the outcome of a claim, and when the post is due again. No outcome is retried forever. */
@Injectable()
export class Settlement {
  constructor(
    private readonly db: Database,
    private readonly nextPosts: NextPosts,
    private readonly turns: AccountTurns,
    private readonly pauses: AccountPauses,
    private readonly quota: Quota,
    private readonly dailyLimits: DailyLimits,
    private readonly changes: Changes,
    private readonly clock: DatabaseTime,
    private readonly counts: Counts,
  ) {}

  /** @returns false when the lease was lost. */
  async settle(claim: Claim, spokenTo: StoredCredentials | null, outcome: Outcome): Promise<boolean> {
    const now = this.clock.now();
    const { tries } = claim.post;
    switch (outcome.kind) {
      case 'published': {
        const { remoteId: remote_id, permalink = null } = outcome;
        const change = {
          remote_id,
          permalink,
          published_at: now,
          published_on: claim.remoteId,
          upload_error: null,
          ...beginning(claim, now),
        };
        return this.close(claim, { status: 'published', ...change }, 'published');
      }
      case 'refused': {
        const full = outcome.unlisted ? await this.dailyLimits.usedUp(claim) : undefined;
        if (full) return this.suspend(claim, spokenTo, full);
        const { reason, code, usedUp } = outcome;
        if (usedUp) return this.fail(claim, { reason, code, usedUp }, 'used_up');
        return this.fail(claim, { reason, code }, reason === NOT_CONFIRMED ? 'not_confirmed' : 'refused');
      }
      case 'waiting': {
        const { session, live } = outcome;
        const dueAt = now + outcome.askAgainMs;
        if (live) return this.defer(claim, { status: 'uploaded', dueAt, session, tries: 0 }, 'waiting');
        return this.defer(claim, processed(session, tries, { dueAt, now }), 'waiting');
      }
      case 'unknown': {
        const { session, askAgainMs } = outcome;
        const next = { status: 'uploaded' as const, dueAt: now + askAgainMs, session, tries };
        return this.defer(claim, next, 'unconfirmed');
      }
      case 'not public':
        return this.resume(claim, outcome.session);
      case 'busy':
        return this.tryLater(claim, outcome);
      case 'account':
        return this.suspend(claim, spokenTo, outcome);
    }
  }

  /**
   * The work threw an error: a bug, or a disk that does not answer. Counts as a try, so that it cannot loop forever.
   * The post continues from the session that was committed last.
   */
  interrupted(claim: Claim, session: RemoteSession | null): Promise<boolean> {
    return this.tryLater(claim, { kind: 'busy', session, reason: INTERRUPTED });
  }

  /** The storage is away, so the bytes cannot be read. Costs no try. */
  waitForStorage(claim: Claim, session: RemoteSession | null): Promise<boolean> {
    const dueAt = this.clock.now() + STORAGE_AGAIN_MS;
    const next = { status: 'scheduled' as const, dueAt, session, tries: claim.post.tries };
    return this.defer(claim, next, 'storage_away');
  }

  /** This process lacks the key of the token. Costs no try: another process may have it, as while a key is changed. */
  waitForKey(claim: Claim, session: RemoteSession | null): Promise<boolean> {
    const dueAt = this.clock.now() + KEY_AGAIN_MS;
    const next = { status: 'scheduled' as const, dueAt, session, tries: claim.post.tries };
    return this.defer(claim, next, 'key_missing');
  }

  /** Others are being sent from here. Costs no try, and until it is begun again the user may change the post. */
  waitForPlace(claim: Claim, session: RemoteSession | null, againMs: number): Promise<boolean> {
    const dueAt = this.clock.now() + againMs;
    const next = { status: 'pending' as const, dueAt, session, tries: claim.post.tries };
    return this.defer(claim, next, 'waiting');
  }

  /** The post's time passed too long ago. */
  miss(claim: Claim, reason: string): Promise<boolean> {
    return this.fail(claim, { reason }, 'missed');
  }

  /** The post was begun too often without reaching an outcome. */
  abandon(claim: Claim, session: RemoteSession | null): Promise<boolean> {
    return this.giveUp(claim, session, { reason: INTERRUPTED });
  }

  /** Pauses the whole account, and releases the post. */
  private async suspend(
    claim: Claim,
    spokenTo: StoredCredentials | null,
    { action, everyAccount, untilMs, reason, session }: Extract<Outcome, { kind: 'account' }>,
  ): Promise<boolean> {
    const { user_id, network, scheduled_for, tries } = claim.post;
    const now = this.clock.now();
    // Before the public call the post becomes pending, so the user may change it; after the call it must be read back
    // first.
    const isOwn = !mayBePublic(session);
    const dueAt = isOwn ? (scheduled_for ?? now) : now;
    const next: Next = { status: isOwn ? 'pending' : 'scheduled', dueAt, session, tries };
    // The account was disconnected meanwhile, so there is nothing to pause.
    const counted = action === 'wait' ? 'rate_limited' : 'reconnect';
    if (!spokenTo) return this.defer(claim, next, counted);
    const pause = { reason, everyAccount, ...(action === 'wait' && { untilMs }) };
    const done = await this.release(claim, columnsOf(next), {
      also: await this.pauses.pausing(user_id, network, spokenTo, pause),
      topics: ACCOUNT_TOPICS,
      counted,
    });
    this.pauses.wake();
    return done !== null;
  }

  /**
   * The post continues as it was in the backup: at its time, or when its turn comes, or by reading back a public call
   * from before the backup.
   */
  private resume(claim: Claim, session: RemoteSession | null): Promise<boolean> {
    if (mayBePublic(session))
      return this.defer(
        claim,
        { status: 'scheduled', dueAt: this.clock.now(), session, tries: 0 },
        'waiting',
      );
    return this.defer(
      claim,
      { status: 'pending', dueAt: claim.post.scheduled_for, session, tries: 0 },
      'waiting',
    );
  }

  private async tryLater(
    claim: Claim,
    { session, reason, retryMs, code, progressed }: Extract<Outcome, { kind: 'busy' }>,
  ): Promise<boolean> {
    // Progress does not reset the count: a post that keeps progressing and losing its session must end too.
    const tries = progressed ? Math.max(1, claim.post.tries) : claim.post.tries + 1;
    const pause = backOffMs(tries);
    if (pause === undefined) return this.giveUp(claim, session, { reason, code });
    const dueAt = this.clock.now() + (retryMs ?? pause);
    return this.defer(claim, { status: 'scheduled', dueAt, session, tries }, 'retried');
  }

  /** Fails the post. One that may be public fails only as not confirmed. */
  private giveUp(claim: Claim, session: RemoteSession | null, last: Failure): Promise<boolean> {
    return mayBePublic(session)
      ? this.fail(claim, { reason: unconfirmed(session) }, 'not_confirmed')
      : this.fail(claim, { ...last, usedUp: true }, 'used_up');
  }

  private async fail(claim: Claim, failure: Failure, counted: Counted): Promise<boolean> {
    const now = this.clock.now();
    const hasFiles = formatOf(claim.post).media !== 'none';
    const change = {
      status: 'failed',
      upload_error: textOfFailure(failure, hasFiles),
      failed_at: now,
    } as const;
    const told = await isInLedger(this.db, claim, failure);
    return this.close(claim, change, counted, told ? [] : [failedStep(claim.post, failure, now)]);
  }

  /** Ends a post as published or failed. Frees its task; the bytes stay until retention ends. */
  private async close(
    claim: Claim,
    change: Partial<Row<'posts'>>,
    counted: Counted,
    steps: Statement[] = [],
  ): Promise<boolean> {
    const ended = { ...change, ...NO_INTENT, due_at: null, idle_since: this.clock.now() };
    const also = [this.quota.freeing(claim.post.user_id, 1, 0), ...steps];
    return (await this.release(claim, ended, { also, counted })) !== null;
  }

  private async defer(claim: Claim, next: Next, counted: Counted): Promise<boolean> {
    const { holdUntil } = next;
    return (await this.release(claim, columnsOf(next), { holdUntil, counted })) !== null;
  }

  /**
   * Releases the claim together with the change.
   * @returns the statements' results, those of `also` last; null when the lease was lost.
   */
  private async release(
    claim: Claim,
    change: Partial<Row<'posts'>>,
    {
      also = [],
      topics = [],
      holdUntil,
      counted,
    }: { also?: Statement[]; topics?: readonly Topic[]; holdUntil?: number; counted: Counted },
  ): Promise<Done[] | null> {
    const { post, account, lockedBy, fence } = claim;
    const { id, user_id, network, kind, account_id } = post;
    const dueAt = change.due_at ?? null;
    // While the account is held for this post, the others cannot go out.
    const at = holdUntil === undefined ? earliest(dueAt, await this.nextPosts.dueBeside(post)) : dueAt;
    const done = await this.changes.commit(
      [
        required(RELEASE({ id, lockedBy, fence }, change)),
        this.turns.releasing(id, { holdUntil, next: { account, at } }),
        ...also,
      ],
      {
        ...{ user: user_id, topics: [topicOf(kind), ...topics] },
        ...(account_id !== null && { account: account_id, saysWhenDue: true }),
      },
    );
    if (done) this.counts.add('pagecast_publications_total', { network, outcome: counted });
    return done;
  }
}

const earliest = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

const RELEASE = preparedUpdate((held: Held, change: Partial<Row<'posts'>>) =>
  heldPost(held).set({ locked_by: null, ...change }),
);
