import { MediaMissing, StorageAway } from '../../storage/storage';
import type { Cover, Ledger, Outcome, PublishJob, RemoteSession, StepResult } from '../network';
import { sentenceOf } from './error-sentences';
import { failedWithoutReason } from './failed-without-reason';
import type { Answer, GraphClient } from './graph-client';

/** Setting a cover twice does no harm, so what may pass is tried once more. */
const MOST_TRIES = 2;

const NO_FRAME =
  'The post is public. Facebook takes a picture as its cover and no moment of the video, so it chose one itself.';
const unset = (why: string): StepResult => ({
  outcome: 'failed',
  message: `The post is public, but its cover was not set. ${why}`,
});

/** Publishes a video of a Page by `publish`, then sets its cover (reference "Video Thumbnails"). */
export async function publishedWithCover(
  graph: GraphClient,
  job: PublishJob,
  publish: (job: PublishJob) => Promise<Outcome>,
): Promise<Outcome> {
  const { cover } = job;
  if (!cover) return publish(job);
  const kept = { session: job.session };
  const ledger = keeping(job.ledger, kept);
  const outcome = await publish({ ...job, ledger });
  if (outcome.kind !== 'published') return outcome;
  const receipt = await ledger.begin('cover', kept.session);
  const { remoteId } = outcome;
  await ledger.finish(receipt, { remoteId, ...(await setCover(graph, job, cover, remoteId)) });
  return outcome;
}

/** The post is public, so nothing that happens here may change that: every failure is only told. */
async function setCover(
  graph: GraphClient,
  { credentials, signal }: PublishJob,
  cover: Cover,
  videoId: string,
): Promise<StepResult> {
  if ('atMs' in cover) return { outcome: 'failed', message: NO_FRAME };
  try {
    const picture = await cover.picture();
    if (!picture) return unset('Its picture is missing.');
    for (let tries = 1; ; tries++) {
      const file = { field: 'source', bytes: await picture.open(0), length: picture.sizeBytes };
      const parameters = { is_preferred: true };
      const answer = failedWithoutReason(
        await graph.postFile(`${videoId}/thumbnails`, credentials.token, parameters, file, signal),
      );
      if (answer.kind === 'ok') return { outcome: 'done' };
      if (tries === MOST_TRIES || signal.aborted || !mayPass(answer)) return told(answer);
    }
  } catch (error) {
    const isKnown = error instanceof MediaMissing || error instanceof StorageAway;
    return unset(isKnown ? error.message : 'Its picture could not be read.');
  }
}

type Failure = Exclude<Answer, { kind: 'ok' }>;

const mayPass = (failure: Failure): boolean => failure.kind === 'lost' || failure.class === 'transient';

const told = (failure: Failure): StepResult =>
  failure.kind === 'lost'
    ? unset(`The network could not be reached (${failure.reason}).`)
    : {
        ...unset(failure.code === undefined ? failure.reason : sentenceOf(failure)),
        code: failure.code,
        subcode: failure.subcode,
        traceId: failure.traceId,
      };

/** Remembers the session that was committed last: what is committed next must not fall behind it. */
function keeping(ledger: Ledger, kept: { session: RemoteSession | null }): Ledger {
  return {
    begin: (step, session) => {
      kept.session = session;
      return ledger.begin(step, session);
    },
    finish: (receipt, result, session) => {
      kept.session = session ?? kept.session;
      return ledger.finish(receipt, result, session);
    },
    knownOfOthers: (ids) => ledger.knownOfOthers(ids),
    othersInDoubt: () => ledger.othersInDoubt(),
  };
}
