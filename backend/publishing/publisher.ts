import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../config/config';
import { CaptionsService } from '../captions/captions.service';
import { ConnectionsService, type StoredCredentials } from '../connections/connections.service';
import { DatabaseTime } from '../database/database-time';
import {
  LeaseLost,
  Networks,
  NOT_CONFIRMED,
  type Handle,
  type Media,
  type Outcome,
} from '../ports/networks/network';
import { Storage, StorageAway } from '../ports/storage/storage';
import { MOST_TRIES } from './back-off';
import { missedText } from './failure-text';
import { Lease } from './lease';
import { PostLedger } from './post-ledger';
import type { PostRow } from './post.view';
import { PublicationsRepository, type Claim } from './publications.repository';
import { Settlement } from './settlement';

const PUBLISHED_EARLIER =
  'It was accepted and published on the account that was connected before; its link could not be read any more.';

/** Brings one post a step further: claim, speak to the network, settle. */
@Injectable()
export class Publisher {
  /** Names this process in leases and heartbeats. */
  readonly name = `${hostname().slice(0, 32)}:${process.pid}:${randomBytes(6).toString('hex')}`;

  private readonly log = new Logger('Publisher');
  private readonly stopping = new AbortController();
  private readonly claims = new Set<Claim>();
  /** How many were under way when `stop` ended them. */
  givenUp = 0;

  constructor(
    private readonly publications: PublicationsRepository,
    private readonly connections: ConnectionsService,
    private readonly settlement: Settlement,
    private readonly captions: CaptionsService,
    private readonly networks: Networks,
    private readonly storage: Storage,
    private readonly config: Config,
    private readonly clock: DatabaseTime,
  ) {}

  /** @returns whether there was something to do: false when another has the post. */
  async publish(id: number): Promise<boolean> {
    const askedAt = { steady: performance.now(), clock: Date.now() };
    const claim = await this.publications.claim(id, this.name);
    if (!claim) return false;
    this.claims.add(claim);
    const lease = new Lease(this.publications, claim, this.name, askedAt);
    // Knows what was committed last, whatever is thrown.
    const ledger = new PostLedger(this.publications, claim, this.name, handleOf(claim.post));
    try {
      if (claim.post.tries > MOST_TRIES) await this.settlement.abandon(claim, this.name, ledger.handle);
      else await this.bringFurther(claim, lease, ledger);
    } catch (error) {
      if (error instanceof LeaseLost) {
        // Whoever stops gave it back.
        if (!this.stopping.signal.aborted)
          this.log.warn({ post: id }, 'the lease was lost to another publisher');
        // Unless only its account was replaced: then it is still ours to give back.
        await this.publications.giveBack(claim, this.name, { toUser: true });
      } else if (error instanceof StorageAway && (await this.storage.presence()) !== 'here')
        await this.settlement.waitForStorage(claim, this.name, ledger.handle);
      else {
        this.log.error({ err: error, post: id }, 'a publication was interrupted');
        // With the database away this throws, too: then the lease runs out, which is the same.
        await this.settlement.interrupted(claim, this.name, ledger.handle);
      }
    } finally {
      lease.end();
      this.claims.delete(claim);
    }
    return true;
  }

  /** Publications under way. */
  get count(): number {
    return this.claims.size;
  }

  /** Ends what is under way at its next step; leases are given back. */
  async stop(): Promise<void> {
    this.givenUp = this.count;
    this.stopping.abort();
    for (const claim of this.claims) await this.publications.giveBack(claim, this.name, { toUser: false });
    await this.publications.forget(this.name);
  }

  private async bringFurther(claim: Claim, lease: Lease, ledger: PostLedger): Promise<void> {
    const { id } = claim.post;
    const spokenTo = await this.credentials(claim);
    const found = await this.send(claim, spokenTo, lease, ledger);
    const outcome = claim.isElsewhere ? await this.onItsAccount(found, ledger) : found;
    if (!(await this.settlement.settle(claim, this.name, spokenTo, outcome))) throw new LeaseLost();
    this.log.log(
      { post: id, outcome: outcome.kind, ...('code' in outcome ? outcome.code : {}) },
      'post settled',
    );
  }

  private async send(
    { post, isElsewhere }: Claim,
    stored: StoredCredentials | null,
    lease: Lease,
    ledger: PostLedger,
  ): Promise<Outcome> {
    const kept = ledger.handle;
    if (this.isMissed(post, kept))
      return {
        kind: 'refused',
        reason: missedText(post.scheduled_for ?? 0, this.config.publishing.missedAfterMs),
      };
    if (!stored?.token) {
      const reason = 'The saved access token cannot be used any more. Enter it again in Settings.';
      return { kind: 'account', action: 'reconnect', everyAccount: true, handle: kept, reason };
    }
    const { accountId, token, sealed } = stored;
    // A session on the account that was connected before is worth nothing on this one.
    const handle =
      !isElsewhere && kept?.accountId !== undefined && kept.accountId !== accountId ? null : kept;
    const media = await this.mediaOf(post);
    if (!media && !handle?.uploaded)
      return { kind: 'refused', reason: 'The media file is missing. Upload it again.' };
    // Fixed with the first step, until the user edits the post: some networks take the text before the bytes.
    const text = post.posted_text ?? (await this.textFor(post));
    ledger.spoken = { text, sealed };
    return this.networks.publish(post.network, {
      credentials: { accountId, token },
      title: post.title,
      text,
      media: media ?? EMPTY,
      handle,
      signal: AbortSignal.any([lease.signal, this.stopping.signal]),
      held: () => lease.held(),
      ledger,
    });
  }

  /** Of the account that is connected, or of the one on which the post may be public already. */
  private async credentials({ post, accountId, isElsewhere }: Claim): Promise<StoredCredentials | null> {
    const { user_id, network, intent_token } = post;
    if (isElsewhere) return this.connections.opened(user_id, accountId, intent_token ?? '');
    const stored = await this.connections.credentials(user_id, network);
    if (stored && stored.accountId !== accountId) throw new LeaseLost();
    return stored;
  }

  /**
   * What came of a post on an account that is not connected any more, so that nobody can be asked to connect it. What it
   * had accepted is published there: another try would post it on the other one, too.
   */
  private async onItsAccount(outcome: Outcome, ledger: PostLedger): Promise<Outcome> {
    const { handle } = ledger;
    if (!handle || (outcome.kind !== 'account' && outcome.kind !== 'refused')) return outcome;
    if (outcome.kind === 'account' && outcome.action === 'wait') {
      const askAgainMs = Math.max(0, (outcome.untilMs ?? 0) - this.clock.now());
      return { kind: 'unknown', handle: outcome.handle ?? handle, askAgainMs, reason: outcome.reason };
    }
    if (outcome.kind === 'refused' && outcome.reason !== NOT_CONFIRMED) return outcome;
    if (handle.acceptedAt === undefined) return { kind: 'refused', reason: NOT_CONFIRMED };
    const { remoteId } = handle;
    const receipt = await ledger.begin('read back', handle);
    await ledger.finish(receipt, { outcome: 'done', remoteId, message: PUBLISHED_EARLIER });
    return { kind: 'published', remoteId };
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
}

function handleOf({ handle }: PostRow): Handle | null {
  return handle ? (JSON.parse(handle) as Handle) : null;
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
