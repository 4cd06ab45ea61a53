import type { Clock } from '../../../common/clock';
import type { Handle, Outcome, PublishJob } from '../network';
import { judge } from './confirmation';
import type { Answer, GraphClient } from './graph-client';
import { failedPrivately, mayBePublic, wordsOf } from './outcomes';
import { readVideo, type VideoState } from './video-status';

/** The three steps in which the ways to post a video to a Page differ. */
export interface VideoProtocol {
  readonly name: Handle['protocol'];
  /** Opens a session; nothing is public. */
  start(job: PublishJob): Promise<{ answer: Answer; handle: Handle | null }>;
  /** Sends what is missing of the bytes. */
  upload(job: PublishJob, handle: Handle): Promise<{ handle: Handle } | { outcome: Outcome }>;
  /** The one call that makes it public. */
  publish(job: PublishJob, handle: Handle): Promise<Answer>;
}

/**
 * Posts a video to a Page, from wherever the handle says it stands: start → bytes → the one public call → live.
 * The order of what is written and what is sent is the guarantee: the remote id is committed before bytes leave, the
 * intent before the public call, and from an intent on the network is read back before anything is sent again.
 */
export class PageVideo {
  constructor(
    private readonly graph: GraphClient,
    private readonly clock: Clock,
  ) {}

  async publish(protocol: VideoProtocol, job: PublishJob): Promise<Outcome> {
    const started = job.handle ? { handle: job.handle } : await this.start(protocol, job);
    if ('outcome' in started) return started.outcome;
    const { handle } = started;
    if (handle.intentAt !== undefined) return this.confirm(protocol, job, handle);
    const sent = handle.uploaded ? { handle } : await this.upload(protocol, job, handle);
    if ('outcome' in sent) return sent.outcome;
    return this.makePublic(protocol, job, sent.handle);
  }

  private async start(
    protocol: VideoProtocol,
    job: PublishJob,
  ): Promise<{ handle: Handle } | { outcome: Outcome }> {
    const receipt = await job.ledger.begin('start', null);
    const { answer, handle } = await protocol.start(job);
    if (answer.kind !== 'ok') {
      await job.ledger.finish(receipt, { outcome: 'failed', ...wordsOf(answer) });
      return { outcome: failedPrivately(answer, null, this.clock.now()) };
    }
    if (!handle) {
      const message = 'The network opened an upload session that could not be used.';
      await job.ledger.finish(receipt, { outcome: 'failed', message });
      return { outcome: { kind: 'busy', handle: null, reason: message } };
    }
    await job.ledger.finish(receipt, { outcome: 'done', remoteId: handle.videoId }, handle);
    return { handle };
  }

  private async upload(
    protocol: VideoProtocol,
    job: PublishJob,
    handle: Handle,
  ): Promise<{ handle: Handle } | { outcome: Outcome }> {
    const receipt = await job.ledger.begin('upload', handle);
    const result = await protocol.upload(job, handle);
    if ('outcome' in result) {
      await job.ledger.finish(receipt, {
        outcome: 'failed',
        ...reasonOf(result.outcome),
        remoteId: handle.videoId,
      });
      return result;
    }
    const uploaded = { ...result.handle, uploaded: true };
    await job.ledger.finish(receipt, { outcome: 'done', remoteId: handle.videoId }, uploaded);
    return { handle: uploaded };
  }

  private async makePublic(protocol: VideoProtocol, job: PublishJob, handle: Handle): Promise<Outcome> {
    const intent: Handle = {
      ...handle,
      intentAt: this.clock.now(),
      absentSince: undefined,
      unreadableSince: undefined,
    };
    const receipt = await job.ledger.begin('publish', intent);
    const answer = await protocol.publish(job, intent);
    if (answer.kind === 'ok') {
      const accepted = { ...intent, acceptedAt: this.clock.now() };
      await job.ledger.finish(receipt, { outcome: 'done', remoteId: handle.videoId }, accepted);
      return this.confirm(protocol, job, accepted);
    }
    if (!mayBePublic(answer)) {
      await job.ledger.finish(
        receipt,
        { outcome: 'failed', remoteId: handle.videoId, ...wordsOf(answer) },
        handle,
      );
      return failedPrivately(answer, handle, this.clock.now());
    }
    await job.ledger.finish(receipt, { outcome: 'unknown', remoteId: handle.videoId, ...wordsOf(answer) });
    return waitsAsTold(answer, intent, this.clock.now()) ?? this.confirm(protocol, job, intent);
  }

  private async confirm(protocol: VideoProtocol, job: PublishJob, handle: Handle): Promise<Outcome> {
    const state = await this.read(job, handle);
    const verdict = judge(handle, state, this.clock.now());
    if (verdict.kind === 'settled') return verdict.outcome;
    return this.makePublic(protocol, job, handle);
  }

  /** Readings are noted where they decide something: while the outcome is not known. */
  private async read(job: PublishJob, handle: Handle): Promise<VideoState> {
    const inDoubt = handle.acceptedAt === undefined;
    const receipt = inDoubt ? await job.ledger.begin('read back', handle) : undefined;
    const read = await readVideo(this.graph, handle.videoId, job.credentials.token, job.signal);
    // A chunked video may not exist for readers before its finish.
    const state: VideoState =
      handle.protocol === 'video' && read.kind === 'unreadable' && read.error?.class === 'missing'
        ? { kind: 'absent' }
        : read;
    if (receipt !== undefined)
      await job.ledger.finish(receipt, {
        outcome: state.kind === 'unreadable' ? 'failed' : 'done',
        remoteId: handle.videoId,
        message:
          state.kind === 'unreadable' || state.kind === 'failed'
            ? state.reason
            : `The network says: ${state.kind}.`,
      });
    return state;
  }
}

/** Told to stay away, with the post perhaps public: the account waits, and is read back when it may speak again. */
function waitsAsTold(
  answer: Exclude<Answer, { kind: 'ok' }>,
  handle: Handle,
  now: number,
): Outcome | undefined {
  if (answer.kind !== 'error' || (answer.class !== 'rate_limit' && answer.class !== 'blocked'))
    return undefined;
  return failedPrivately(answer, handle, now);
}

function reasonOf(outcome: Outcome) {
  return outcome.kind === 'published'
    ? {}
    : { message: outcome.reason, ...('code' in outcome ? outcome.code : {}) };
}
