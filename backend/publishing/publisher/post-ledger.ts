import { Injectable } from '@nestjs/common';
import { Counts } from '../../common/metrics/counts';
import { AccountTurns } from '../../accounts/turns/account-turns';
import { Changes } from '../../database/changes';
import { Database, insertStatement, required } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query } from '../../database/tables';
import { keepingUse } from '../../shared-videos/picked-videos';
import {
  LeaseLost,
  mayBePublic,
  type RemoteSession,
  type Ledger,
  type SentPost,
  type Step,
  type StepResult,
} from '../../ports/networks/network';
import { knownOfOthers, othersInDoubt } from './other-posts';
import { Claims, heldPost, touching, type Claim, type Held } from './claims';
import { sourcesOf, type PostStatus } from '../posts/post-status';

@Injectable()
export class PostLedgers {
  constructor(
    readonly db: Database,
    readonly claims: Claims,
    readonly turns: AccountTurns,
    readonly changes: Changes,
    readonly clock: DatabaseTime,
    readonly counts: Counts,
  ) {}

  /** `begun`: called before the first call is made. */
  open(claim: Claim, begun: () => void): PostLedger {
    return new PostLedger(this, claim, begun);
  }
}

/**
 * The ledger of one claim: records each step before its call, and the outcome after it. Only what is noted of the public
 * call waits for the disk: if the machine loses power before that, the post is begun anew.
 */
export class PostLedger implements Ledger {
  /** The post's text, and the sealed token that it is published with. Set before the first step. */
  spoken = { text: '', sealed: '' };

  /** The session as it was last committed. */
  session: RemoteSession | null;

  /** Until the first call of the first try: since when it could have been made. */
  private readySince?: number;

  constructor(
    private readonly ledgers: PostLedgers,
    private readonly claim: Claim,
    readonly begun: () => void,
  ) {
    this.readySince = claim.readySince;
    const { remote_session: session } = claim.post;
    this.session = session ? (JSON.parse(session) as RemoteSession) : null;
  }

  async begin(step: Step, session: RemoteSession | null): Promise<number> {
    const { post, fence, account, remoteId, isElsewhere } = this.claim;
    const { changes, clock, turns } = this.ledgers;
    const intent = {
      post_id: post.id,
      fence,
      step,
      remote_id: session?.remoteId || null,
      started_at: clock.now(),
    };
    const done = await changes.commit(
      [
        this.progress(session),
        ...(step === 'publish' && !isElsewhere ? [turns.connected(account, remoteId)] : []),
        ...(mayBePublic(session) && post.shared_video_id !== null
          ? [keepingUse({ userId: post.user_id, network: post.network, remoteId }, post.shared_video_id)]
          : []),
        insertStatement('publish_steps', [intent]),
      ],
      touching(post),
      { durable: mayBePublic(session) },
    );
    const receipt = done?.at(-1)?.id;
    if (receipt === undefined) throw new LeaseLost();
    this.session = session;
    this.begun();
    this.noteLateness();
    return receipt;
  }

  async finish(receipt: number, result: StepResult, session?: RemoteSession): Promise<void> {
    const { outcome, remoteId, message = null, code = null, subcode = null } = result;
    const ended = { trace_id: result.traceId ?? null, finished_at: this.ledgers.clock.now() };
    const values = { id: receipt, outcome, message, code, subcode, ...ended };
    const completing = remoteId ? COMPLETE_WITH_ID({ ...values, remoteId }) : COMPLETE(values);
    const done = await this.ledgers.changes.commit(
      [session ? this.progress(session) : this.unchanged(), completing],
      touching(this.claim.post),
      { durable: mayBePublic(this.session) },
    );
    if (!done) throw new LeaseLost();
    if (session) this.session = session;
  }

  knownOfOthers(remoteIds: string[]): Promise<Set<string>> {
    return knownOfOthers(this.ledgers.db, this.claim.post, remoteIds);
  }

  othersInDoubt(): Promise<SentPost[]> {
    return othersInDoubt(this.ledgers.db, this.claim.post, this.claim.remoteId);
  }

  /** Forgets the text and what the network knows of the post, which is not public. */
  async startAnew(): Promise<void> {
    const forgetting = heldPost(this.lease()).set({ posted_text: null, remote_session: null });
    const done = await this.ledgers.changes.commit([required(forgetting)], touching(this.claim.post));
    if (!done) throw new LeaseLost();
    this.session = null;
  }

  private noteLateness(): void {
    if (this.readySince === undefined) return;
    const { clock, counts } = this.ledgers;
    counts.observe('pagecast_lateness_seconds', {}, Math.max(0, clock.now() - this.readySince) / 1000);
    this.readySince = undefined;
  }

  private progress(session: RemoteSession | null) {
    const { text, sealed } = this.spoken;
    const build = session?.uploaded ? PROGRESS_UPLOADED : PROGRESS;
    return required(
      build({
        ...this.lease(),
        session: session && JSON.stringify(session),
        text,
        intentAccount: mayBePublic(session) ? this.claim.remoteId : null,
        intentToken: mayBePublic(session) ? sealed : null,
      }),
    );
  }

  private unchanged() {
    return required(UNCHANGED(this.lease()));
  }

  private lease(): Held {
    const { post, lockedBy, fence } = this.claim;
    return { id: post.id, lockedBy, fence };
  }
}

type Progress = Held & {
  session: string | null;
  text: string;
  intentAccount: string | null;
  intentToken: string | null;
};

const progressTo = (status: PostStatus) =>
  prepared(({ id, lockedBy, fence, session, text, intentAccount, intentToken }: Progress) =>
    heldPost({ id, lockedBy, fence })
      .set({
        status,
        remote_session: session,
        posted_text: text,
        intent_account: intentAccount,
        intent_token: intentToken,
      })
      .where('status', 'in', sourcesOf(status)),
  );

const PROGRESS = progressTo('processing');
const PROGRESS_UPLOADED = progressTo('uploaded');

const UNCHANGED = prepared((held: Held) =>
  heldPost(held).set(({ ref }) => ({ locked_by: ref('locked_by') })),
);

type Completion = {
  id: number;
  outcome: StepResult['outcome'];
  message: string | null;
  code: number | null;
  subcode: number | null;
  trace_id: string | null;
  finished_at: number;
};

const completing = ({ id, outcome, message, code, subcode, trace_id, finished_at }: Completion) =>
  query
    .updateTable('publish_steps')
    .set({ outcome, message, code, subcode, trace_id, finished_at })
    .where('id', '=', id);

const COMPLETE = prepared(completing);

const COMPLETE_WITH_ID = prepared((ended: Completion & { remoteId: string }) =>
  completing(ended).set({ remote_id: ended.remoteId }),
);
