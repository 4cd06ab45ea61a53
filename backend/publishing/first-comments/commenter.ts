import { Injectable, Logger } from '@nestjs/common';
import { AccountPauses } from '../../accounts/turns/account-pauses';
import { AccountTurns, maySend, type AccountRow } from '../../accounts/turns/account-turns';
import { ACCOUNT_TOPICS, AccountsService, type StoredCredentials } from '../../accounts/accounts.service';
import { Changes } from '../../database/changes';
import { DatabaseTime } from '../../database/database-time';
import type { Row } from '../../database/tables';
import type { CommentOutcome, CommentSession } from '../../ports/networks/first-comment';
import { LeaseLost, Networks } from '../../ports/networks/network';
import { Lease } from '../publisher/lease';
import { CommentClaims, type CommentClaim } from './comment-claims';
import { sessionOf, unnamed } from './comment-columns';
import { columnsAfter, mayTry, stepEnd, waiting } from './comment-outcome';

const PAUSED_AGAIN_MS = 60_000;

const REMOVED = 'The account was removed. Connect it again, then try again.';
const ELSEWHERE = 'The post is on a Page that is no longer connected. Connect that Page, then try again.';
const INTERRUPTED = 'Something went wrong here while the comment was posted.';

const UNREADABLE = 'The saved access token cannot be read just now.';
const UNUSABLE =
  'The saved access token cannot be used any more. Enter it again in Settings, then try again.';

/** Starts that led nowhere count as tries, too: beyond this many, it is broken off every time. */
const MOST_STARTS = 20;

type Change = Partial<Row<'posts'>>;

/** Takes one first comment a step further. Whatever becomes of it, the post stays published. */
@Injectable()
export class Commenter {
  private readonly log = new Logger('FirstComments');

  constructor(
    private readonly claims: CommentClaims,
    private readonly turns: AccountTurns,
    private readonly accounts: AccountsService,
    private readonly pauses: AccountPauses,
    private readonly networks: Networks,
    private readonly changes: Changes,
    private readonly clock: DatabaseTime,
  ) {}

  /** @param publisher names this process in leases */
  async work(id: number, publisher: string, signal: AbortSignal): Promise<void> {
    const askedAt = { steady: performance.now(), clock: Date.now() };
    const claim = await this.claims.take(id, publisher);
    if (!claim) return;
    const lease = new Lease(id, () => this.claims.renew(claim), askedAt);
    try {
      await this.bringFurther(claim, lease, AbortSignal.any([lease.signal, signal]));
    } catch (error) {
      // The lease of another process, or one that expires: in either case the intent is kept.
      if (!(error instanceof LeaseLost)) this.log.error({ err: error, post: id }, INTERRUPTED);
    } finally {
      lease.end();
    }
  }

  private async bringFurther(claim: CommentClaim, lease: Lease, signal: AbortSignal): Promise<void> {
    const session = sessionOf(claim.post);
    const account = await this.turns.find(claim.post.account_id ?? 0);
    const obstacle = this.obstacle(claim.post, account, session);
    if (obstacle || !account) return this.settle(claim, obstacle ?? {});
    const { user_id: userId, network, remote_id: postId, first_comment: text } = claim.post;
    const spokenTo = this.accounts.opened(userId, account.remote_id, account.token ?? '');
    const { accountId, token } = spokenTo;
    if (!token) return this.settle(claim, this.refused(session, UNUSABLE));
    let receipt: number | undefined;
    const outcome = await this.networks.comment(network, {
      credentials: { accountId, token },
      ...{ postId: postId ?? '', unnamed: unnamed(claim.post), text: text ?? '', session, signal },
      mayTry: mayTry(claim.post),
      held: () => lease.held(),
      knownOfOthers: (ids) => this.claims.knownOfOthers(claim, ids),
      othersInDoubt: () => this.claims.othersInDoubt(claim, accountId),
      intend: async (intent) => {
        receipt = await this.claims.intend(claim, intent);
      },
    });
    const step = receipt === undefined ? undefined : { receipt, end: stepEnd(outcome) };
    const change =
      outcome.kind === 'signed out'
        ? await this.signedOut(claim, spokenTo, outcome)
        : columnsAfter(outcome, claim.post, this.clock.now());
    await this.settle(claim, change, step);
    this.log.log({ post: claim.post.id, outcome: outcome.kind }, 'first comment settled');
  }

  /** Why nothing can be sent now, as the columns that follow from it. */
  private obstacle(
    { tries }: Row<'posts'>,
    account: AccountRow | undefined,
    session: CommentSession,
  ): Change | undefined {
    const now = this.clock.now();
    if (tries > MOST_STARTS) return this.refused(session, INTERRUPTED);
    if (!account || account.removed_at !== 0 || account.token === null) return this.refused(session, REMOVED);
    if (account.remote_id !== session.accountId) return this.refused(session, ELSEWHERE);
    const { paused_reason: reason, resumes_at: until } = account;
    if (!maySend(account, now))
      return waiting(session, reason ?? '', until === null ? PAUSED_AGAIN_MS : until - now, now);
    if (!this.accounts.lacksKeyOf(account.token)) return undefined;
    return waiting(session, UNREADABLE, PAUSED_AGAIN_MS, now);
  }

  private refused(session: CommentSession, reason: string): Change {
    const refusal = { kind: 'refused' as const, session, reason };
    return columnsAfter(refusal, { tries: 0, first_comment_error: null }, this.clock.now());
  }

  /** Like a post whose token is refused, it pauses the account, and waits until it is connected again. */
  private async signedOut(
    { post }: CommentClaim,
    spokenTo: StoredCredentials,
    { session, reason }: Extract<CommentOutcome, { kind: 'signed out' }>,
  ): Promise<Change> {
    const pause = { reason, everyAccount: true };
    const pausing = await this.pauses.pausing(post.user_id, post.network, spokenTo, pause);
    const touched = { user: post.user_id, topics: ACCOUNT_TOPICS, account: post.account_id ?? undefined };
    await this.changes.commit(pausing, touched);
    this.pauses.wake();
    return waiting(session, reason, PAUSED_AGAIN_MS, this.clock.now());
  }

  private async settle(
    claim: CommentClaim,
    change: Change,
    step?: Parameters<CommentClaims['settle']>[2],
  ): Promise<void> {
    if (!(await this.claims.settle(claim, change, step))) throw new LeaseLost();
  }
}
