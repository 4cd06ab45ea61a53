import type { Outcome, PublishJob, RemoteSession } from '../network';
import { unreadOutcome } from './outcomes';
import type { PostProtocol } from './post-protocol';
import { publishedAs, resultOfReading } from './readings';
import { NEVER_LIVE_AFTER_MS } from './resend-decision';

/**
 * Looks once for what an earlier try of the post may have made public, which failed because that could not be confirmed.
 * By now the network has had the time to show it.
 * @returns undefined when it is not public, so that the post may be begun anew.
 */
export async function outcomeOfEarlierTry(
  protocol: PostProtocol,
  job: PublishJob,
  earlier: RemoteSession,
  now: number,
): Promise<Outcome | undefined> {
  const { session, ledger } = job;
  const receipt = await ledger.begin('read back', session);
  const state = await protocol.read(job, earlier);
  const found = state.kind === 'live' ? state : await protocol.witness(job, earlier);
  await ledger.finish(receipt, resultOfReading(found, earlier));
  if (found.kind === 'live') return publishedAs(found, earlier);
  if (found.kind === 'unreadable')
    return found.error
      ? unreadOutcome(found.error, session, now)
      : { kind: 'busy', session, reason: found.reason };
  const { intentAt = now, acceptedAt = intentAt } = earlier;
  const isUnderWay = state.kind === 'working' || state.kind === 'publishing';
  if (isUnderWay && now - acceptedAt < NEVER_LIVE_AFTER_MS)
    return { kind: 'busy', session, reason: 'The network is still processing what an earlier try sent.' };
  return undefined;
}
