import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Config } from '../config/config';
import { CaptionsService } from '../captions/captions.service';
import { ConnectionCare } from '../connections/connection-care';
import { ConnectionsService, type StoredCredentials } from '../connections/connections.service';
import {
  LeaseLost,
  Networks,
  NOT_CONFIRMED,
  type Handle,
  type Media,
  type Outcome,
} from '../ports/networks/network';
import { Storage } from '../ports/storage/storage';
import { backOffMs } from './back-off';
import { failureText, missedText } from './failure-text';
import { PostLedger } from './post-ledger';
import type { PostRow } from './post.view';
import { LEASE_MS, PublicationsRepository, RENEW_EVERY_MS, type Claim } from './publications.repository';

/** An account whose post is not public yet is kept for it so long; then others of the account may pass. */
const LONGEST_HOLD_MS = 5 * 60_000;

const TRY_AGAIN = 'Retry it when you have mended this, or upload another file.';

/** Brings one post a step further: claim, speak to the network, settle. */
@Injectable()
export class Publisher {
  /** Names this process in leases and heartbeats. */
  readonly name = `${hostname().slice(0, 32)}:${process.pid}:${randomBytes(6).toString('hex')}`;

  private readonly log = new Logger('Publisher');
  private readonly stopping = new AbortController();

  constructor(
    private readonly publications: PublicationsRepository,
    private readonly connections: ConnectionsService,
    private readonly connectionCare: ConnectionCare,
    private readonly captions: CaptionsService,
    private readonly networks: Networks,
    private readonly storage: Storage,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @returns whether there was something to do: false when another has the post. */
  async publish(id: number): Promise<boolean> {
    const claim = await this.publications.claim(id, this.name);
    if (!claim) return false;
    const lease = this.keepLease(claim);
    try {
      const { user_id, network } = claim.post;
      const spokenTo = await this.connections.credentials(user_id, network);
      const outcome = await this.send(claim, spokenTo, lease.signal);
      if (!(await this.settle(claim, spokenTo, outcome))) throw new LeaseLost();
      this.log.log(
        { post: id, outcome: outcome.kind, ...('code' in outcome ? outcome.code : {}) },
        'post settled',
      );
    } catch (error) {
      if (error instanceof LeaseLost) this.log.warn({ post: id }, 'the lease was lost to another publisher');
      // A bug, or a database that is away: the lease runs out, and somebody goes on from the ledger.
      else this.log.error({ err: error, post: id }, 'a publication was interrupted');
    } finally {
      lease.end();
    }
    return true;
  }

  /** Ends what is under way at its next step; leases are given back. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.publications.release(this.name);
  }

  private async send(
    { post, fence }: Claim,
    stored: StoredCredentials | null,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const kept = post.handle ? (JSON.parse(post.handle) as Handle) : null;
    if (this.isMissed(post, kept))
      return {
        kind: 'refused',
        reason: missedText(post.scheduled_for ?? 0, this.config.publishing.missedAfterMs),
      };
    if (!stored?.token) {
      const reason = 'The saved access token cannot be used any more. Enter it again in Settings.';
      return { kind: 'account', action: 'reconnect', everyAccount: true, handle: kept, reason };
    }
    const { accountId, token } = stored;
    const isElsewhere = kept?.accountId !== undefined && kept.accountId !== accountId;
    if (isElsewhere && kept.intentAt !== undefined) return { kind: 'refused', reason: NOT_CONFIRMED };
    // A session on the account that was connected before is worth nothing on this one.
    const handle = isElsewhere ? null : kept;
    const media = await this.mediaOf(post);
    if (!media && !handle?.uploaded)
      return { kind: 'refused', reason: 'The media file is missing. Upload it again.' };
    // Fixed with the first step, until the user edits the post: some networks take the text before the bytes.
    const text = post.posted_text ?? (await this.textFor(post));
    const ledger = new PostLedger(this.publications, { post, fence }, this.name, text);
    return this.networks.publish(post.network, {
      credentials: { accountId, token },
      title: post.title,
      text,
      media: media ?? EMPTY,
      handle,
      signal,
      ledger,
    });
  }

  /** The post's own text, else the user's captions in turn, else its title. */
  private async textFor({ user_id, description, title }: PostRow): Promise<string> {
    if (description) return description;
    const caption = await this.captions.leastRecentlyUsed(user_id);
    if (!caption) return title;
    await this.captions.use(caption.id);
    return caption.content;
  }

  /** What may be public already is never called missed: it is read back. */
  private isMissed({ scheduled_for }: PostRow, handle: Handle | null): boolean {
    if (scheduled_for === null || handle?.intentAt !== undefined) return false;
    return this.clock.now() - scheduled_for > this.config.publishing.missedAfterMs;
  }

  private async mediaOf({ kind, file_key, width, height, duration_ms }: PostRow): Promise<Media | undefined> {
    const file = file_key ? await this.storage.stat(file_key) : undefined;
    if (!file) return undefined;
    const open = (offset: number) => this.storage.open(file.key, { start: offset });
    const type = kind === 'photo' ? 'image' : 'video';
    return { type, sizeBytes: file.sizeBytes, durationMs: duration_ms, width, height, open };
  }

  /** @returns false when the post is another's now. */
  private async settle(claim: Claim, spokenTo: StoredCredentials | null, outcome: Outcome): Promise<boolean> {
    const { post } = claim;
    const now = this.clock.now();
    switch (outcome.kind) {
      case 'published': {
        const { remoteId, permalink = null } = outcome;
        const change = { remote_id: remoteId, permalink, published_at: now, upload_error: null };
        return this.publications.close(claim, this.name, 'published', change);
      }
      case 'refused':
        return this.fail(claim, failureText(outcome.reason, outcome.code, outcome.code ? TRY_AGAIN : ''));
      case 'waiting': {
        const { handle, askAgainMs, live } = outcome;
        const mayHold = !live && now - (handle.waitingSince ?? now) < LONGEST_HOLD_MS;
        return this.publications.defer(claim, this.name, 'uploaded', {
          dueAt: now + askAgainMs,
          handle,
          tries: 0,
          ...(mayHold && { holdUntil: now + askAgainMs + LEASE_MS }),
        });
      }
      case 'unknown':
        return this.publications.defer(claim, this.name, 'uploaded', {
          dueAt: now + outcome.askAgainMs,
          handle: outcome.handle,
          tries: post.tries,
        });
      case 'busy':
        return this.tryLater(claim, outcome);
      case 'account':
        return this.suspend(claim, spokenTo, outcome);
    }
  }

  private async suspend(
    claim: Claim,
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
    if (!spokenTo) return this.publications.defer(claim, this.name, status, next);
    const pause = { reason, everyAccount, ...(action === 'wait' && { untilMs }) };
    const done = await this.publications.suspend(claim, this.name, status, next, { spokenTo, pause });
    if (done?.isNews && action === 'reconnect') await this.connectionCare.tellPaused(user_id, reason);
    return done !== null;
  }

  private async tryLater(
    claim: Claim,
    { handle, reason, retryMs, code }: Extract<Outcome, { kind: 'busy' }>,
  ): Promise<boolean> {
    const tries = claim.post.tries + 1;
    const pause = backOffMs(tries);
    if (pause === undefined)
      return this.fail(claim, failureText(reason, code, 'All tries are used up. Retry it later.'));
    return this.publications.defer(claim, this.name, 'scheduled', {
      dueAt: this.clock.now() + (retryMs ?? pause),
      handle,
      tries,
    });
  }

  private fail(claim: Claim, text: string): Promise<boolean> {
    return this.publications.close(claim, this.name, 'failed', { upload_error: text });
  }

  private keepLease(claim: Claim): { signal: AbortSignal; end: () => void } {
    const lost = new AbortController();
    let heldUntil = performance.now() + LEASE_MS;
    const timer = setInterval(() => {
      const askedAt = performance.now();
      this.publications.renew(claim, this.name).then(
        (held) => {
          if (held) heldUntil = askedAt + LEASE_MS;
          else lost.abort();
        },
        (error: unknown) => {
          this.log.error({ err: error, post: claim.post.id }, 'a lease could not be renewed');
          if (performance.now() >= heldUntil) lost.abort();
        },
      );
    }, RENEW_EVERY_MS);
    timer.unref();
    return { signal: AbortSignal.any([lost.signal, this.stopping.signal]), end: () => clearInterval(timer) };
  }
}

/** For a post whose bytes the network has already. */
const EMPTY: Media = {
  type: 'video',
  sizeBytes: 0,
  durationMs: null,
  width: 0,
  height: 0,
  open: () => Promise.reject(new Error('the media file is missing')),
};
