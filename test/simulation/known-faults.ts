import { AccountChecks } from '../../backend/accounts/checks/account-checks';
import type { ConnectionsView } from '../../backend/accounts/connection/connection.view';
import { AccountsService } from '../../backend/accounts/accounts.service';
import { Changes } from '../../backend/database/changes';
import { Database, textOf } from '../../backend/database/database';
import { query } from '../../backend/database/tables';
import { SecretCipher } from '../../backend/config/secret-cipher';
import type { CommentSession } from '../../backend/ports/networks/first-comment';
import { Networks } from '../../backend/ports/networks/network';
import { MetaNetworks } from '../../backend/ports/networks/meta/meta-networks';
import { toOutcome, mayBePublic } from '../../backend/ports/networks/meta/outcomes';
import { CommentClaims, type CommentClaim } from '../../backend/publishing/first-comments/comment-claims';
import { PostChanges } from '../../backend/publishing/posts/post-changes';
import type { PostRef } from '../../backend/publishing/posts/post-ref';
import { Settlement } from '../../backend/publishing/publisher/settlement';
import type { Replacements } from './services';

/* Faults that the product once had, as they were: each must be found again by itself. */

/** What a look at the connection brings is written whatever was saved meanwhile. */
class HastyChecks extends AccountChecks {
  override async check(userId: number): Promise<ConnectionsView> {
    const { changes, networks, cipher, accounts } = this as unknown as {
      changes: { db: Database };
      networks: Networks;
      cipher: SecretCipher;
      accounts: AccountsService;
    };
    const { facebook, instagram } = await accounts.defaults(userId);
    const sealed = `users:${userId}:access_token`;
    const token = facebook?.token && cipher.decrypt(facebook.token, sealed);
    if (!facebook || !token) return accounts.view(userId);
    const asked = { token, pageId: facebook.remote_id, instagramId: instagram?.remote_id ?? null };
    const verification = await networks.verify(asked);
    if (verification.kind === 'good') {
      await changes.db.run(
        "UPDATE accounts SET remote_id = ?, token = ?, is_default = 1, removed_at = 0 WHERE user_id = ? AND network = 'facebook'",
        [asked.pageId, cipher.encrypt(verification.page.token, sealed), userId],
      );
    }
    return accounts.view(userId);
  }
}

export const AFTER_A_CHECK: Replacements = new Map([[AccountChecks, HastyChecks]]);

/** What is thrown counts as nothing: the lease runs out, and the same is tried for ever. */
class PatientSettlement extends Settlement {
  override interrupted(): Promise<boolean> {
    return Promise.resolve(true);
  }

  override abandon(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

export const TRIED_FOR_EVER: Replacements = new Map([[Settlement, PatientSettlement]]);

/** A repeated public call that is refused ends the session, and the next try opens another one. */
export function forgetAfterRefusal(networks: MetaNetworks): void {
  const { post } = networks as unknown as { post: { repeatFailed: unknown } };
  post.repeatFailed = async (
    job: { ledger: { finish: (...args: unknown[]) => Promise<void> } },
    receipt: number,
    answer: Parameters<typeof mayBePublic>[0],
    intent: Parameters<typeof toOutcome>[1] & object,
  ) => {
    const { intentAt: _, ...session } = intent;
    const outcome = mayBePublic(answer) ? 'unknown' : 'failed';
    await job.ledger.finish(receipt, { outcome, remoteId: intent.remoteId }, session);
    return toOutcome(answer, session, Date.now());
  };
}

/** The intent to comment is kept in memory only: whoever goes on after a kill knows nothing of it. */
class ForgetfulClaims extends CommentClaims {
  override intend(claim: CommentClaim, { intentAt: _, ...session }: CommentSession): Promise<number> {
    return super.intend(claim, session);
  }
}

export const COMMENT_WITHOUT_INTENT: Replacements = new Map([[CommentClaims, ForgetfulClaims]]);

/** What was read of the account before the comments is taken for true after them. */
class TrustingClaims extends CommentClaims {
  override intend(claim: CommentClaim, session: CommentSession): Promise<number> {
    const trusting = Object.create(this, {
      turns: {
        value: {
          connected: ({ id }: { id: number }) => textOf(query.deleteFrom('accounts').where('id', '=', -id)),
        },
      },
    }) as CommentClaims;
    return CommentClaims.prototype.intend.call(trusting, claim, session);
  }
}

export const COMMENT_AFTER_REMOVAL: Replacements = new Map([[CommentClaims, TrustingClaims]]);

/** A time makes every pending post due, and a draft is one. */
class HastyTimes extends PostChanges {
  override async reschedule(ref: PostRef, at: number | null, before?: number | null): Promise<boolean> {
    const isDone = await super.reschedule(ref, at, before);
    const { changes } = this as unknown as { changes: Changes };
    const due = query.updateTable('posts').set({ due_at: at }).where('id', '=', ref.id);
    await changes.commit([due], { user: ref.userId, topics: [], account: 'all' });
    return isDone;
  }
}

export const DRAFTS_GO_OUT: Replacements = new Map([[PostChanges, HastyTimes]]);
