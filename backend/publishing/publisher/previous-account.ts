import { NOT_CONFIRMED, unconfirmed, type Outcome } from '../../ports/networks/network';
import type { PostLedger } from './post-ledger';

const PUBLISHED_EARLIER =
  'It was accepted and published on the account that was connected before; its link could not be read any more.';

/**
 * The outcome of a post on an account that is no longer connected, so its user cannot be asked to reconnect it. A post
 * that was accepted counts as published there: another try would post it again, on the new account.
 */
export async function outcomeOnPreviousAccount(
  outcome: Outcome,
  ledger: PostLedger,
  now: number,
): Promise<Outcome> {
  const { session } = ledger;
  if (!session || (outcome.kind !== 'account' && outcome.kind !== 'refused')) return outcome;
  if (outcome.kind === 'account' && outcome.action === 'wait') {
    const askAgainMs = Math.max(0, (outcome.untilMs ?? 0) - now);
    return { kind: 'unknown', session: outcome.session ?? session, askAgainMs, reason: outcome.reason };
  }
  if (outcome.kind === 'refused' && outcome.reason !== NOT_CONFIRMED) return outcome;
  if (session.acceptedAt === undefined) return { kind: 'refused', reason: unconfirmed(session) };
  const { remoteId } = session;
  const receipt = await ledger.begin('read back', session);
  await ledger.finish(receipt, { outcome: 'done', remoteId, message: PUBLISHED_EARLIER });
  return { kind: 'published', remoteId };
}
