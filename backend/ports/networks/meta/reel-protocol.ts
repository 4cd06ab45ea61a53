import type { Clock } from '../../../common/clock';
import type { Handle, Outcome, PublishJob } from '../network';
import type { Answer, GraphClient } from './graph-client';
import { textOf } from './json';
import { failedPrivately, numbers } from './outcomes';
import { findListed } from './page-lists';
import type { PostProtocol, Sighting } from './page-post';
import { pushResumably } from './resumable-upload';
import { refusedIfUnsuccessful } from './unsuccessful';
import { readVideo, type VideoState } from './video-status';

/** `POST /{page-id}/video_reels`: start, raw bytes with resume, finish (guide "Reels Publishing"). */
export class ReelProtocol implements PostProtocol {
  readonly name = 'reel';
  readonly publishesOnce = true;

  constructor(
    private readonly graph: GraphClient,
    private readonly clock: Clock,
  ) {}

  async start({ credentials, signal }: PublishJob): Promise<{ answer: Answer; handle: Handle | null }> {
    const answer = await this.graph.post(
      edge(credentials.accountId),
      credentials.token,
      { upload_phase: 'start' },
      signal,
    );
    if (answer.kind !== 'ok') return { answer, handle: null };
    const remoteId = textOf(answer.json.video_id);
    const uploadUrl = answer.json.upload_url;
    const usable = remoteId !== undefined && /^\w{1,64}$/.test(remoteId) && this.graph.trusts(uploadUrl);
    const { accountId } = credentials;
    return { answer, handle: usable ? { protocol: this.name, accountId, remoteId, uploadUrl } : null };
  }

  upload(job: PublishJob, handle: Handle): Promise<{ handle: Handle } | { outcome: Outcome }> {
    return pushResumably(
      this.graph,
      job,
      handle,
      () => this.received(job, handle),
      () => this.clock.now(),
    );
  }

  read(job: PublishJob, { remoteId }: Handle): Promise<VideoState> {
    return readVideo(this.graph, remoteId, job.credentials.token, job.signal);
  }

  witness(job: PublishJob, { remoteId }: Handle): Promise<Sighting> {
    return findListed(this.graph, job, edge(job.credentials.accountId), remoteId);
  }

  async publish(
    { credentials, title, text, signal, held }: PublishJob,
    { remoteId }: Handle,
  ): Promise<Answer> {
    const answer = await this.graph.post(
      edge(credentials.accountId),
      credentials.token,
      { upload_phase: 'finish', video_id: remoteId, video_state: 'PUBLISHED', description: text, title },
      signal,
      held,
    );
    return refusedIfUnsuccessful(answer);
  }

  /** How many bytes the network has; an outcome when it will not say. */
  private async received(job: PublishJob, handle: Handle): Promise<number | Outcome> {
    const state = await readVideo(this.graph, handle.remoteId, job.credentials.token, job.signal);
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
      case 'expired':
        return { kind: 'busy', handle: null, reason: state.reason };
      case 'unreadable':
        if (state.error?.class === 'missing')
          return { kind: 'busy', handle: null, reason: state.reason, code: numbers(state.error) };
        return state.error
          ? failedPrivately(state.error, handle, this.clock.now())
          : failedPrivately({ kind: 'lost', reached: true, reason: state.reason }, handle, this.clock.now());
    }
  }
}

const edge = (pageId: string) => `${pageId}/video_reels`;
