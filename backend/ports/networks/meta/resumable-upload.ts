import { MediaMissing } from '../../storage/storage';
import type { Handle, Outcome, PublishJob } from '../network';
import type { Answer, GraphClient } from './graph-client';
import { failedPrivately, gotOn } from './outcomes';
import { refusedIfUnsuccessful } from './unsuccessful';

/** Cuts in a row that brought no byte further before the transfer is left for later. */
const CUTS_WITHOUT_PROGRESS = 2;

/**
 * Pushes the bytes that are missing to the address that the session gave, and goes on where the network says it stands
 * when the transfer is cut. `received` asks how many bytes are there; an outcome when the network will not say.
 */
export async function pushResumably(
  graph: GraphClient,
  job: PublishJob,
  handle: Handle,
  received: () => Promise<number | Outcome>,
  now: () => number,
): Promise<{ handle: Handle } | { outcome: Outcome }> {
  // A session of an earlier attempt may have bytes already; a new one has none.
  let offset = job.handle ? await received() : 0;
  const first = offset;
  for (let idle = 0; ;) {
    if (typeof offset !== 'number') return { outcome: offset };
    if (offset >= job.media.sizeBytes) return { handle };
    const answer = await push(graph, job, handle, offset);
    if ('outcome' in answer) return answer;
    if (answer.kind === 'ok') return { handle };
    const resumable = answer.kind === 'lost' || answer.class === 'offset' || answer.class === 'transient';
    if (!resumable) return { outcome: failedPrivately(answer, handle, now()) };
    const before: number = offset;
    offset = await received();
    idle = offset === before ? idle + 1 : 0;
    if (idle >= CUTS_WITHOUT_PROGRESS) {
      const outcome = failedPrivately(answer, handle, now());
      return { outcome: gotOn(outcome, first !== before) };
    }
  }
}

async function push(
  graph: GraphClient,
  job: PublishJob,
  { uploadUrl }: Handle,
  offset: number,
): Promise<Answer | { outcome: Outcome }> {
  if (!graph.trusts(uploadUrl))
    return {
      outcome: { kind: 'busy', handle: null, reason: 'The upload address is not one of the network.' },
    };
  try {
    const bytes = await job.media.open(offset);
    const transfer = { bytes, offset, fileSize: job.media.sizeBytes };
    return refusedIfUnsuccessful(
      await graph.pushBytes(uploadUrl, job.credentials.token, transfer, job.signal),
    );
  } catch (error) {
    if (error instanceof MediaMissing) return { outcome: { kind: 'refused', reason: error.message } };
    throw error;
  }
}
