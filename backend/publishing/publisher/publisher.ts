import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Counts } from '../../common/metrics/counts';
import { CaptionsService } from '../../captions/captions.service';
import { AccountsService, type StoredCredentials } from '../../accounts/accounts.service';
import { DatabaseTime } from '../../database/database-time';
import {
  LeaseLost,
  mayBePublic,
  Networks,
  type Outcome,
  type RemoteSession,
  type Told,
} from '../../ports/networks/network';
import { Storage, StorageAway } from '../../ports/storage/storage';
import { MOST_TRIES } from './back-off';
import { Beginnings } from './beginnings';
import { Claims, type Claim } from './claims';
import { outcomeOnPreviousAccount } from './previous-account';
import { formatOf } from '../formats/lists';
import { Heartbeats } from './heartbeats';
import { Lease } from './lease';
import { MissedPosts } from './missed-posts';
import { PostLedgers, type PostLedger } from './post-ledger';
import { NO_MEDIA, PostMedia } from './post-media';
import { Settlement } from './settlement';
import { NoPlace, Transfers } from './transfers';

/** Takes one post a step further: claims it, calls the network and settles the outcome. */
@Injectable()
export class Publisher {
  /** Identifies this process in leases and heartbeats. */
  readonly name = `${hostname().slice(0, 32)}:${process.pid}:${randomBytes(6).toString('hex')}`;

  private readonly log = new Logger('Publisher');
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Claim>();
  /** Number of publications that `stop` interrupted. */
  givenUp = 0;

  constructor(
    private readonly claims: Claims,
    private readonly accounts: AccountsService,
    private readonly ledgers: PostLedgers,
    private readonly settlement: Settlement,
    private readonly heartbeats: Heartbeats,
    private readonly captions: CaptionsService,
    private readonly networks: Networks,
    private readonly storage: Storage,
    private readonly media: PostMedia,
    private readonly missedPosts: MissedPosts,
    private readonly beginnings: Beginnings,
    private readonly transfers: Transfers,
    private readonly clock: DatabaseTime,
    private readonly counts: Counts,
  ) {}

  /** @returns false when there was nothing to do: another process has the account, or nothing is due. */
  async publish(accountId: number): Promise<boolean> {
    const begun = this.beginnings.begin();
    try {
      return await this.claimAndPublish(accountId, begun);
    } finally {
      begun();
    }
  }

  private async claimAndPublish(accountId: number, begun: () => void): Promise<boolean> {
    const askedAt = { steady: performance.now(), clock: Date.now() };
    const claim = await this.claims.take(accountId, this.name);
    if (!claim) return false;
    this.underWay.add(claim);
    const lease = new Lease(claim.post.id, () => this.claims.renew(claim), askedAt);
    // Keeps the session that was committed last, whatever is thrown.
    const ledger = this.ledgers.open(claim, begun);
    try {
      if (claim.post.tries > MOST_TRIES) await this.settlement.abandon(claim, ledger.session);
      else await this.bringFurther(claim, lease, ledger);
    } catch (error) {
      await this.recover(claim, ledger.session, error);
    } finally {
      lease.end();
      this.underWay.delete(claim);
    }
    return true;
  }

  /** Number of publications under way. */
  get count(): number {
    return this.underWay.size;
  }

  /** How many more posts that need bytes this process should begin. */
  get room(): number {
    return this.transfers.room;
  }

  /** Begins to send no further bytes; those that wait to be sent are given back. What is being sent goes on. */
  sendNoMore(): void {
    this.transfers.stop();
  }

  /** Interrupts the publications under way at their next step, and gives their leases back. */
  async stop(): Promise<void> {
    this.givenUp = this.count;
    this.stopping.abort();
    await Promise.all([...this.underWay].map((claim) => this.claims.giveBack(claim, { toUser: false })));
    await this.heartbeats.end(this.name);
  }

  private async bringFurther(claim: Claim, lease: Lease, ledger: PostLedger): Promise<void> {
    const spokenTo = this.credentials(claim);
    const missed = this.missedPosts.whyMissed(claim.post, ledger.session);
    if (missed !== undefined) return this.miss(claim, missed);
    if (spokenTo && this.accounts.lacksKeyOf(spokenTo.sealed)) return this.waitForKey(claim, ledger);
    const told: Told = {};
    const found = await this.send(claim, spokenTo, lease, { ledger, told });
    const outcome = claim.isElsewhere
      ? await outcomeOnPreviousAccount(found, ledger, this.clock.now())
      : found;
    if (!(await this.settlement.settle(claim, spokenTo, outcome))) throw new LeaseLost();
    const code = 'code' in outcome ? outcome.code : {};
    this.log.log({ post: claim.post.id, outcome: outcome.kind, ...code }, 'post settled');
    await this.remember(claim, told);
  }

  private async remember({ account, remoteId, isElsewhere }: Claim, { postsPerDay }: Told): Promise<void> {
    if (postsPerDay === undefined || isElsewhere || account.posts_per_day === postsPerDay) return;
    // The post is settled, and the next one is told again.
    await this.accounts.rememberPostsPerDay(account.id, remoteId, postsPerDay).catch(() => undefined);
  }

  private async miss(claim: Claim, reason: string): Promise<void> {
    if (!(await this.settlement.miss(claim, reason))) throw new LeaseLost();
    this.log.log({ post: claim.post.id, outcome: 'missed' }, 'post settled');
  }

  private async waitForKey(claim: Claim, { session }: PostLedger): Promise<void> {
    if (!(await this.settlement.waitForKey(claim, session))) throw new LeaseLost();
    this.log.log({ post: claim.post.id, outcome: 'key missing' }, 'post settled');
  }

  private async recover(claim: Claim, session: RemoteSession | null, error: unknown): Promise<void> {
    const post = claim.post.id;
    if (error instanceof LeaseLost) {
      // `stop` has already given the lease back.
      if (!this.stopping.signal.aborted) {
        this.counts.add('pagecast_publications_total', {
          network: claim.post.network,
          outcome: 'lease_lost',
        });
        this.log.warn({ post }, 'the lease was lost to another publisher');
      }
      // If only the account was replaced, the lease is still ours to give back.
      await this.claims.giveBack(claim, { toUser: true });
    } else if (error instanceof NoPlace) await this.settlement.waitForPlace(claim, session, error.againMs);
    else if (error instanceof StorageAway && (await this.isAway(error)))
      await this.settlement.waitForStorage(claim, session);
    else {
      this.log.error({ err: error, post }, 'a publication was interrupted');
      // If the database is away, this throws too. The lease then expires, with the same effect.
      await this.settlement.interrupted(claim, session);
    }
  }

  private async isAway({ failing }: StorageAway): Promise<boolean> {
    return failing === 'as a whole' || (await this.storage.presence()) !== 'here';
  }

  private async send(
    claim: Claim,
    stored: StoredCredentials | null,
    lease: Lease,
    { ledger, told }: { ledger: PostLedger; told: Told },
  ): Promise<Outcome> {
    const { post, account, isElsewhere } = claim;
    if (!stored?.token) {
      const reason = 'The saved access token cannot be used any more. Enter it again in Settings.';
      return { kind: 'account', action: 'reconnect', everyAccount: true, session: ledger.session, reason };
    }
    const { accountId, token, sealed } = stored;
    const chosen = await this.chosenText(claim, ledger);
    const kept = ledger.session;
    // A session on the previously connected account is worthless on this one.
    const sentTo = (kept?.earlier ?? kept)?.accountId;
    const session = !isElsewhere && sentTo !== undefined && sentTo !== accountId ? null : kept;
    const media = await this.media.of(post);
    const further = await this.media.further(post);
    if ((!media || !further) && !session?.uploaded)
      return { kind: 'refused', reason: 'The media file is missing. Upload it again.' };
    const text = chosen ?? (formatOf(post).fleeting ? '' : await this.captions.textFor(post));
    ledger.spoken = { text, sealed };
    const signal = AbortSignal.any([lease.signal, this.stopping.signal]);
    // Its first call may be a reading, of which the ledger does not learn.
    if (session) ledger.begun();
    return this.networks.publish(post.network, {
      format: post.format,
      credentials: {
        accountId,
        token,
        pageId: isElsewhere ? undefined : (account.page_remote_id ?? undefined),
      },
      title: post.title,
      text,
      media: media ?? NO_MEDIA,
      further,
      cover: this.media.cover(post),
      link: post.link ?? undefined,
      session,
      signal,
      held: () => lease.held(),
      ledger,
      turn: () => {
        // To wait is not to begin any more.
        ledger.begun();
        return this.transfers.place(signal);
      },
      told,
    });
  }

  /**
   * The text that the first step fixed, since some networks take it before the bytes; null if it is to be chosen. While
   * the post was pending again, the captions may have changed.
   */
  private async chosenText({ post, wasPending }: Claim, ledger: PostLedger): Promise<string | null> {
    const { posted_text: text } = post;
    const isFixed = !wasPending || mayBePublic(ledger.session) || formatOf(post).fleeting;
    if (text === null || isFixed || (await this.captions.mayStillBe(text, post))) return text;
    // An earlier try is looked for all the same.
    if (!ledger.session?.earlier) await ledger.startAnew();
    return null;
  }

  /** Credentials of the account, or of the earlier Page on which the post may already be public. */
  private credentials({ post, account, remoteId, isElsewhere }: Claim): StoredCredentials | null {
    if (isElsewhere) return this.accounts.opened(post.user_id, remoteId, post.intent_token ?? '');
    if (account.token === null) return null;
    if (account.remote_id !== remoteId) throw new LeaseLost();
    return this.accounts.opened(post.user_id, remoteId, account.token);
  }
}
