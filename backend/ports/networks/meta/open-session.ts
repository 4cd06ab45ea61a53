import type { Clock } from '../../../common/time/clock';
import type { Outcome, PublishJob, RemoteSession } from '../network';
import type { Answer } from './graph-client';
import { describeFailure, reasonOf, toOutcome } from './outcomes';

export type Opened = { answer: Answer; session: RemoteSession | null } | { outcome: Outcome };

/** Records a call that opens something at the network, and commits the session that it leads to. `kept`: the one before. */
export async function openSession(
  clock: Clock,
  { ledger }: PublishJob,
  kept: RemoteSession | null,
  open: () => Promise<Opened>,
): Promise<{ session: RemoteSession } | { outcome: Outcome }> {
  const receipt = await ledger.begin('start', kept);
  const opened = await open();
  if ('outcome' in opened) {
    await ledger.finish(receipt, { outcome: 'failed', ...reasonOf(opened.outcome) });
    return opened;
  }
  const { answer, session } = opened;
  if (answer.kind !== 'ok') {
    await ledger.finish(receipt, { outcome: 'failed', ...describeFailure(answer) });
    return { outcome: toOutcome(answer, kept, clock.now()) };
  }
  if (!session) {
    const message = 'The network opened an upload session that could not be used.';
    await ledger.finish(receipt, { outcome: 'failed', message });
    return { outcome: { kind: 'busy', session: kept, reason: message } };
  }
  await ledger.finish(receipt, { outcome: 'done', remoteId: session.remoteId }, session);
  return { session };
}
