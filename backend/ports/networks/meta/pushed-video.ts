import type { Clock } from '../../../common/time/clock';
import type { RemoteSession, Outcome, PublishJob } from '../network';
import type { Answer, GraphClient } from './graph-client';
import { textOf } from './json';
import { statusSentence } from './error-sentences';
import { toOutcome, codesOf, unreadOutcome } from './outcomes';
import { isForNow } from './public-calls';
import type { PostProtocol, Sighting } from './post-protocol';
import { pushResumably } from './resumable-upload';
import { failedWithoutReason } from './failed-without-reason';
import { readVideo, type RemoteState } from './remote-state';
import { pauseAfter } from './resend-decision';

/** How long a network that has taken all bytes is believed that it waits for some. Then `finish` is to tell. */
const UNSETTLED_FOR_MS = 10 * 60_000;

/** A video of a Page that is pushed as raw bytes, with resume: `start` opens its session, `finish` makes it public. */
export abstract class PushedVideoProtocol implements PostProtocol {
  abstract readonly name: string;
  readonly publishesOnce = true;

  constructor(
    protected readonly graph: GraphClient,
    protected readonly clock: Clock,
    private readonly edge: 'video_reels' | 'video_stories',
  ) {}

  async start({
    credentials,
    signal,
  }: PublishJob): Promise<{ answer: Answer; session: RemoteSession | null }> {
    const startedAt = this.clock.now();
    const answer = await this.graph.post(
      this.path(credentials.accountId),
      credentials.token,
      { upload_phase: 'start' },
      signal,
    );
    if (answer.kind !== 'ok') return { answer, session: null };
    const remoteId = textOf(answer.json.video_id);
    const uploadUrl = answer.json.upload_url;
    const usable = remoteId !== undefined && /^\w{1,64}$/.test(remoteId) && this.graph.trusts(uploadUrl);
    const { accountId } = credentials;
    return {
      answer,
      session: usable ? { protocol: this.name, accountId, remoteId, startedAt, uploadUrl } : null,
    };
  }

  upload(
    job: PublishJob,
    session: RemoteSession,
  ): Promise<{ session: RemoteSession } | { outcome: Outcome }> {
    return pushResumably(
      this.graph,
      job,
      session,
      () => this.received(job, session),
      () => this.clock.now(),
    );
  }

  /**
   * Meta refuses a `finish` that comes before it has settled the bytes. Only a status that says so is waited for: others
   * lag, or cannot be read.
   */
  async beforePublish(
    job: PublishJob,
    session: RemoteSession,
  ): Promise<{ session: RemoteSession } | { outcome: Outcome }> {
    const state = await readVideo(this.graph, session.remoteId, job.credentials.token, job.signal);
    const now = this.clock.now();
    if (state.kind === 'unreadable' && state.error && isForNow(state.error))
      return { outcome: toOutcome(state.error, session, now) };
    const waiting = { ...session, waitingSince: session.waitingSince ?? now };
    const age = now - waiting.waitingSince;
    if (state.kind !== 'uploading' || state.complete || age >= UNSETTLED_FOR_MS) return { session };
    return { outcome: { kind: 'waiting', session: waiting, live: false, askAgainMs: pauseAfter(age) } };
  }

  async publish(
    { credentials, title, text, signal, held }: PublishJob,
    { remoteId }: RemoteSession,
  ): Promise<Answer> {
    const parameters = { upload_phase: 'finish', video_id: remoteId, ...this.words(title, text) };
    const path = this.path(credentials.accountId);
    return failedWithoutReason(await this.graph.post(path, credentials.token, parameters, signal, held));
  }

  read(job: PublishJob, { remoteId }: RemoteSession): Promise<RemoteState> {
    return readVideo(this.graph, remoteId, job.credentials.token, job.signal);
  }

  abstract witness(job: PublishJob, session: RemoteSession): Promise<Sighting>;

  /** What `finish` says beside the id. */
  protected abstract words(title: string, text: string): Record<string, string>;

  protected readonly path = (pageId: string) => `${pageId}/${this.edge}`;

  /** The number of bytes that the network has received, or an outcome if it does not say. */
  private async received(job: PublishJob, session: RemoteSession): Promise<number | Outcome> {
    const state = await readVideo(this.graph, session.remoteId, job.credentials.token, job.signal);
    switch (state.kind) {
      case 'uploading':
        return state.complete ? job.media.sizeBytes : state.bytesReceived;
      case 'absent':
      case 'working':
      case 'publishing':
      case 'draft':
      case 'live':
        return job.media.sizeBytes;
      case 'failed':
        return brokeOff(state);
      case 'expired':
        return { kind: 'busy', session: null, reason: state.reason };
      case 'unreadable':
        if (state.error?.class === 'missing')
          return { kind: 'busy', session: null, reason: state.reason, code: codesOf(state.error) };
        return state.error
          ? unreadOutcome(state.error, session, this.clock.now())
          : toOutcome({ kind: 'lost', reached: true, reason: state.reason }, session, this.clock.now());
    }
  }
}

/** An upload that failed without a number may have failed on the way, so it is tried anew. */
function brokeOff({
  reason,
  code,
  subcode,
  passing,
}: Extract<RemoteState, { kind: 'failed' }>): Extract<Outcome, { kind: 'busy' | 'refused' }> {
  const number = subcode ?? code;
  const why = { reason: statusSentence(reason, number), code: { code, subcode } };
  return passing || number === undefined
    ? { kind: 'busy', session: null, ...why }
    : { kind: 'refused', ...why };
}
