import { Injectable } from '@nestjs/common';
import { ConnectionCare } from '../connections/connection-care';
import type { StoredCredentials } from '../connections/connections.service';
import { DatabaseTime } from '../database/database-time';
import { NOT_CONFIRMED, type Handle, type Outcome } from '../ports/networks/network';
import { backOffMs } from './back-off';
import { failureText } from './failure-text';
import { LEASE_MS, PublicationsRepository, type Claim } from './publications.repository';

/** An account whose post is not public yet is kept for it so long; then others of the account may pass. */
const LONGEST_HOLD_MS = 5 * 60_000;

const STORAGE_AGAIN_MS = 5_000;

const DAY_MS = 24 * 3_600_000;

/** Of reels by the API (guide "Reels Publishing"). */
const MOST_REELS_A_DAY = 30;

const TRY_AGAIN = 'Retry it when you have mended this, or upload another file.';
const USED_UP = 'All tries are used up. Retry it later.';
const INTERRUPTED = 'Something went wrong here while this was posted';

/** Writes down what came of a claim, and when the post is looked at again. Nothing is tried for ever. */
@Injectable()
export class Settlement {
  constructor(
    private readonly publications: PublicationsRepository,
    private readonly connectionCare: ConnectionCare,
    private readonly clock: DatabaseTime,
  ) {}

  /** @returns false when the post is another's now. */
  async settle(
    claim: Claim,
    owner: string,
    spokenTo: StoredCredentials | null,
    outcome: Outcome,
  ): Promise<boolean> {
    const now = this.clock.now();
    switch (outcome.kind) {
      case 'published': {
        const { remoteId, permalink = null } = outcome;
        const change = { remote_id: remoteId, permalink, published_at: now, upload_error: null };
        return this.publications.close(claim, owner, 'published', change);
      }
      case 'refused': {
        const full = outcome.unlisted ? await this.reelsUsedUp(claim) : undefined;
        if (full) return this.suspend(claim, owner, spokenTo, full);
        return this.fail(
          claim,
          owner,
          failureText(outcome.reason, outcome.code, outcome.code ? TRY_AGAIN : ''),
        );
      }
      case 'waiting': {
        const { handle, askAgainMs, live } = outcome;
        const mayHold = !live && now - (handle.waitingSince ?? now) < LONGEST_HOLD_MS;
        return this.publications.defer(claim, owner, 'uploaded', {
          dueAt: now + askAgainMs,
          handle,
          tries: 0,
          ...(mayHold && { holdUntil: now + askAgainMs + LEASE_MS }),
        });
      }
      case 'unknown':
        return this.publications.defer(claim, owner, 'uploaded', {
          dueAt: now + outcome.askAgainMs,
          handle: outcome.handle,
          tries: claim.post.tries,
        });
      case 'busy':
        return this.tryLater(claim, owner, outcome);
      case 'account':
        return this.suspend(claim, owner, spokenTo, outcome);
    }
  }

  /**
   * The work threw: a bug, a disk that does not answer. Counts as a try, so that nothing loops for ever. The post goes
   * on from what was committed last.
   */
  interrupted(claim: Claim, owner: string, handle: Handle | null): Promise<boolean> {
    return this.tryLater(claim, owner, { kind: 'busy', handle, reason: INTERRUPTED });
  }

  /** The bytes cannot be read because nothing can be: that costs no try. */
  waitForStorage(claim: Claim, owner: string, handle: Handle | null): Promise<boolean> {
    const { tries } = claim.post;
    const dueAt = this.clock.now() + STORAGE_AGAIN_MS;
    return this.publications.defer(claim, owner, handle ? 'scheduled' : 'pending', { dueAt, handle, tries });
  }

  /** Its leases ended again and again with the process that held them; each was a try. */
  abandon(claim: Claim, owner: string, handle: Handle | null): Promise<boolean> {
    return this.giveUp(claim, owner, handle, failureText(INTERRUPTED, undefined, USED_UP));
  }

  /** The number of Meta's error for it is not known: an unknown one that comes with the limit reached is taken for it. */
  private async reelsUsedUp({ post }: Claim): Promise<Extract<Outcome, { kind: 'account' }> | undefined> {
    if (post.kind !== 'video') return undefined;
    const since = this.clock.now() - DAY_MS;
    const oldest = await this.publications.earliestOfLast(post, MOST_REELS_A_DAY, since);
    if (oldest === undefined) return undefined;
    const reason = `Facebook allows ${MOST_REELS_A_DAY} reels in 24 hours for this Page, and they are used up.`;
    return { kind: 'account', action: 'wait', handle: null, untilMs: oldest + DAY_MS, reason };
  }

  private async suspend(
    claim: Claim,
    owner: string,
    spokenTo: StoredCredentials | null,
    { action, everyAccount, untilMs, reason, handle }: Extract<Outcome, { kind: 'account' }>,
  ): Promise<boolean> {
    const { user_id, scheduled_for, tries } = claim.post;
    const now = this.clock.now();
    // Before the public call the post is the user's again; after it, it has to be read back first.
    const mayBePublic = handle?.intentAt !== undefined;
    const status = mayBePublic ? 'scheduled' : 'pending';
    const next = { dueAt: mayBePublic ? now : (scheduled_for ?? now), handle, tries };
    // Disconnected meanwhile: then there is nothing to pause.
    if (!spokenTo) return this.publications.defer(claim, owner, status, next);
    const pause = { reason, everyAccount, ...(action === 'wait' && { untilMs }) };
    const done = await this.publications.suspend(claim, owner, status, next, { spokenTo, pause });
    if (done?.isNews && action === 'reconnect') await this.connectionCare.tellPaused(user_id, reason);
    return done !== null;
  }

  private async tryLater(
    claim: Claim,
    owner: string,
    { handle, reason, retryMs, code, progressed }: Extract<Outcome, { kind: 'busy' }>,
  ): Promise<boolean> {
    // Sessions that are lost count on: a post that gets on and loses it again ends, too.
    const tries = progressed ? Math.max(1, claim.post.tries) : claim.post.tries + 1;
    const pause = backOffMs(tries);
    if (pause === undefined) return this.giveUp(claim, owner, handle, failureText(reason, code, USED_UP));
    return this.publications.defer(claim, owner, 'scheduled', {
      dueAt: this.clock.now() + (retryMs ?? pause),
      handle,
      tries,
    });
  }

  /** What may be public is never called failed for another reason. */
  private giveUp(claim: Claim, owner: string, handle: Handle | null, text: string): Promise<boolean> {
    return this.fail(claim, owner, handle?.intentAt === undefined ? text : NOT_CONFIRMED);
  }

  private fail(claim: Claim, owner: string, text: string): Promise<boolean> {
    return this.publications.close(claim, owner, 'failed', { upload_error: text });
  }
}
