import { Injectable } from '@nestjs/common';
import { AccountLine } from '../accounts/account-line';
import { Changes } from '../database/changes';
import { Database, insertStatement, required } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import { LeaseLost, type Handle, type Ledger, type Step, type StepResult } from '../ports/networks/network';
import { Claims, touching, type Claim } from './claims';
import { sourcesOf, type PostStatus } from './post-status';

@Injectable()
export class PostLedgers {
  constructor(
    readonly db: Database,
    readonly claims: Claims,
    readonly line: AccountLine,
    readonly changes: Changes,
    readonly clock: DatabaseTime,
  ) {}

  open(claim: Claim): PostLedger {
    return new PostLedger(this, claim);
  }
}

/** The ledger of one claim: what is about to happen is written before it happens, and what came of it afterwards. */
export class PostLedger implements Ledger {
  /** What is written under the post, and the sealed token of who is spoken to; to be set before the first step. */
  spoken = { text: '', sealed: '' };

  /** As it was committed last. */
  handle: Handle | null;

  constructor(
    private readonly ledgers: PostLedgers,
    private readonly claim: Claim,
  ) {
    const { handle } = claim.post;
    this.handle = handle ? (JSON.parse(handle) as Handle) : null;
  }

  async begin(step: Step, handle: Handle | null): Promise<number> {
    const { post, fence, account, remoteId, isElsewhere } = this.claim;
    const { changes, clock, line } = this.ledgers;
    const intent = {
      post_id: post.id,
      fence,
      step,
      remote_id: handle?.remoteId ?? null,
      started_at: clock.now(),
    };
    const done = await changes.commit(
      [
        this.progress(handle),
        ...(step === 'publish' && !isElsewhere ? [line.connected(account, remoteId)] : []),
        insertStatement('attempts', [intent]),
      ],
      touching(post),
    );
    const receipt = done?.at(-1)?.id;
    if (receipt === undefined) throw new LeaseLost();
    this.handle = handle;
    return receipt;
  }

  async finish(receipt: number, result: StepResult, handle?: Handle): Promise<void> {
    const { outcome, remoteId, message = null, code = null, subcode = null } = result;
    const ended = { trace_id: result.traceId ?? null, finished_at: this.ledgers.clock.now() };
    const remote = remoteId === undefined ? {} : { remote_id: remoteId };
    const completing = query
      .updateTable('attempts')
      .set({ outcome, message, code, subcode, ...ended, ...remote })
      .where('id', '=', receipt);
    const done = await this.ledgers.changes.commit(
      [handle ? this.progress(handle) : this.unchanged(), completing],
      touching(this.claim.post),
    );
    if (!done) throw new LeaseLost();
    if (handle) this.handle = handle;
  }

  /** Several users may have connected one Page. */
  async knownOfOthers(remoteIds: string[]): Promise<Set<string>> {
    if (remoteIds.length === 0) return new Set();
    const { id, network } = this.claim.post;
    const others = query.selectFrom('posts').where('remote_id', 'in', remoteIds).where('id', '<>', id);
    const rows = await this.ledgers.db.rows(others.where('network', '=', network).select('remote_id'));
    return new Set(rows.flatMap(({ remote_id }) => remote_id ?? []));
  }

  private progress(handle: Handle | null) {
    const { text, sealed } = this.spoken;
    const status: PostStatus = handle?.uploaded ? 'uploaded' : 'processing';
    const mayBePublic = handle?.intentAt !== undefined;
    return required(
      this.ledgers.claims
        .held(this.claim)
        .set({
          status,
          handle: handle && JSON.stringify(handle),
          posted_text: text,
          intent_account: mayBePublic ? this.claim.remoteId : null,
          intent_token: mayBePublic ? sealed : null,
        })
        .where('status', 'in', sourcesOf(status)),
    );
  }

  private unchanged() {
    return required(this.ledgers.claims.held(this.claim).set(({ ref }) => ({ owner: ref('owner') })));
  }
}
