import { MediaMissing } from '../../storage/storage';
import type { RemoteSession, Outcome, PublishJob } from '../network';
import type { Answer, GraphClient } from './graph-client';
import { toOutcome, withProgress } from './outcomes';
import { failedWithoutReason } from './failed-without-reason';

/** Interruptions in a row without progress after which the transfer is left for the next try. */
const CUTS_WITHOUT_PROGRESS = 2;

/**
 * Pushes the missing bytes to the session's address. After an interruption it continues where the network says it
 * stands. `received` returns the number of bytes that the network has, or an outcome if it does not say.
 */
export async function pushResumably(
  graph: GraphClient,
  job: PublishJob,
  session: RemoteSession,
  received: () => Promise<number | Outcome>,
  now: () => number,
): Promise<{ session: RemoteSession } | { outcome: Outcome }> {
  // A session from an earlier try may have bytes already; a new one has none.
  let offset = job.session ? await received() : 0;
  const first = offset;
  for (let idle = 0; ;) {
    if (typeof offset !== 'number') return { outcome: offset };
    if (offset >= job.media.sizeBytes) return { session };
    const answer = await push(graph, job, session, offset);
    if ('outcome' in answer) return answer;
    if (answer.kind === 'ok') return { session };
    const resumable = answer.kind === 'lost' || answer.class === 'offset' || answer.class === 'transient';
    if (!resumable) return { outcome: toOutcome(answer, session, now()) };
    const before: number = offset;
    offset = await received();
    idle = offset === before ? idle + 1 : 0;
    if (idle >= CUTS_WITHOUT_PROGRESS) {
      const outcome = toOutcome(answer, session, now());
      return { outcome: withProgress(outcome, first !== before) };
    }
  }
}

async function push(
  graph: GraphClient,
  job: PublishJob,
  { uploadUrl }: RemoteSession,
  offset: number,
): Promise<Answer | { outcome: Outcome }> {
  if (!graph.trusts(uploadUrl))
    return {
      outcome: { kind: 'busy', session: null, reason: 'The upload address is not one of the network.' },
    };
  try {
    const bytes = await job.media.open(offset);
    const transfer = { bytes, offset, fileSize: job.media.sizeBytes };
    return failedWithoutReason(await graph.pushBytes(uploadUrl, job.credentials.token, transfer, job.signal));
  } catch (error) {
    if (error instanceof MediaMissing) return { outcome: { kind: 'refused', reason: error.message } };
    throw error;
  }
}
