import type { Clock } from '../../../common/time/clock';
import { MediaMissing } from '../../storage/storage';
import type { RemoteSession, Outcome, PublishJob } from '../network';
import type { Answer, GraphClient } from './graph-client';
import { numberOf, textOf } from './json';
import { toOutcome, withProgress } from './outcomes';
import { findListed } from './published-lists';
import type { PostProtocol, Sighting } from './post-protocol';
import { failedWithoutReason } from './failed-without-reason';
import { readVideo, type RemoteState } from './remote-state';
import { limited } from './limited-stream';

interface Window {
  start: number;
  end: number;
}

/** Refusals, and lost answers, of one window in a row after which the upload is left for the next try. */
const REFUSALS = 3;
const LOSSES = 3;

/** `POST /{page-id}/videos` in chunks whose size the network chooses. For videos longer than a reel may be. */
export class ChunkedVideoProtocol implements PostProtocol {
  readonly name = 'video';
  readonly publishesOnce = true;
  readonly takesCover = true;

  constructor(
    private readonly graph: GraphClient,
    private readonly clock: Clock,
  ) {}

  async start({
    credentials,
    media,
    signal,
  }: PublishJob): Promise<{ answer: Answer; session: RemoteSession | null }> {
    const startedAt = this.clock.now();
    const parameters = { upload_phase: 'start', file_size: media.sizeBytes };
    const answer = await this.graph.post(edge(credentials.accountId), credentials.token, parameters, signal);
    if (answer.kind !== 'ok') return { answer, session: null };
    const remoteId = textOf(answer.json.video_id);
    const sessionId = textOf(answer.json.upload_session_id);
    const usable = remoteId !== undefined && /^\w{1,64}$/.test(remoteId) && sessionId !== undefined;
    const { accountId } = credentials;
    const window = windowOf(answer.json);
    return {
      answer,
      session: usable ? { protocol: this.name, accountId, remoteId, startedAt, sessionId, window } : null,
    };
  }

  async upload(
    job: PublishJob,
    session: RemoteSession,
  ): Promise<{ session: RemoteSession } | { outcome: Outcome }> {
    let window = session.window ?? { start: 0, end: Math.min(job.media.sizeBytes, 1024 * 1024) };
    const { start } = window;
    for (let refusals = 0, losses = 0; window.start < window.end;) {
      const answer = await this.transfer(job, session, window);
      if ('outcome' in answer) return answer;
      const next: Window | undefined = answer.kind === 'ok' ? windowOf(answer.json) : offsetsOf(answer);
      if (!next) {
        const failure = asTransfer(answer);
        // Sends a lost window again: the network's answer tells whether it had arrived.
        if (isPassing(failure) && !job.signal.aborted && ++losses < LOSSES) continue;
        const outcome = toOutcome(failure, session, this.clock.now());
        return { outcome: withProgress(outcome, window.start > start) };
      }
      if (next.start <= window.start && ++refusals >= REFUSALS) {
        const reason = 'The network takes no more bytes of this video.';
        return { outcome: withProgress({ kind: 'busy', session, reason }, window.start > start) };
      }
      if (next.start > window.start) [refusals, losses] = [0, 0];
      window = next;
      session = { ...session, window };
    }
    return { session };
  }

  async publish(
    { credentials, title, text, signal, held }: PublishJob,
    { sessionId }: RemoteSession,
  ): Promise<Answer> {
    const parameters = {
      upload_phase: 'finish',
      upload_session_id: sessionId,
      title,
      description: text,
      published: true,
    };
    return failedWithoutReason(
      await this.graph.post(edge(credentials.accountId), credentials.token, parameters, signal, held),
    );
  }

  /** Readers may not find the video before the finish call, so a missing one counts as absent. */
  async read({ credentials, signal }: PublishJob, { remoteId }: RemoteSession): Promise<RemoteState> {
    const state = await readVideo(this.graph, remoteId, credentials.token, signal);
    return state.kind === 'unreadable' && state.error?.class === 'missing' ? { kind: 'absent' } : state;
  }

  witness(job: PublishJob, session: RemoteSession): Promise<Sighting> {
    return findListed(this.graph, job, 'videos', session);
  }

  private async transfer(
    { credentials, media, signal }: PublishJob,
    session: RemoteSession,
    { start, end }: Window,
  ): Promise<Answer | { outcome: Outcome }> {
    try {
      const bytes = limited(await media.open(start), end - start);
      const parameters = {
        upload_phase: 'transfer',
        upload_session_id: session.sessionId,
        start_offset: start,
      };
      const file = { field: 'video_file_chunk', bytes, length: end - start };
      return await this.graph.postFile(
        edge(credentials.accountId),
        credentials.token,
        parameters,
        file,
        signal,
      );
    } catch (error) {
      if (error instanceof MediaMissing) return { outcome: { kind: 'refused', reason: error.message } };
      throw error;
    }
  }
}

const edge = (pageId: string) => `${pageId}/videos`;

function windowOf(json: Record<string, unknown>): Window | undefined {
  const start = numberOf(json.start_offset);
  const end = numberOf(json.end_offset);
  return start !== undefined && end !== undefined && start >= 0 && end >= start ? { start, end } : undefined;
}

const offsetsOf = (answer: Answer): Window | undefined =>
  answer.kind === 'error' ? answer.offsets : undefined;

const isPassing = (failure: Exclude<Answer, { kind: 'ok' }>) =>
  failure.kind === 'lost' || failure.class === 'transient';

/** An ok without offsets does not say where to continue, so it counts as a transient error. */
const asTransfer = (answer: Answer) =>
  answer.kind === 'ok'
    ? ({
        kind: 'error',
        class: 'transient',
        status: 200,
        reason: 'The network did not say where to go on.',
      } as const)
    : answer;
