import type { Clock } from '../../../common/clock';
import { MediaMissing } from '../../storage/storage';
import type { Handle, Outcome, PublishJob } from '../network';
import { textOf, type Answer, type GraphClient } from './graph-client';
import { failedPrivately, numbers } from './outcomes';
import type { VideoProtocol } from './page-video';
import { readVideo } from './video-status';

/** Cuts in a row that brought no byte further before the transfer is left for later. */
const CUTS_WITHOUT_PROGRESS = 2;

/** `POST /{page-id}/video_reels`: start, raw bytes with resume, finish (guide "Reels Publishing"). */
export class ReelProtocol implements VideoProtocol {
  readonly name = 'reel';

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
    const videoId = textOf(answer.json.video_id);
    const uploadUrl = answer.json.upload_url;
    const usable = videoId !== undefined && /^\w{1,64}$/.test(videoId) && this.graph.trusts(uploadUrl);
    return { answer, handle: usable ? { protocol: this.name, videoId, uploadUrl } : null };
  }

  async upload(job: PublishJob, handle: Handle): Promise<{ handle: Handle } | { outcome: Outcome }> {
    // A session of an earlier attempt may have bytes already; a new one has none.
    let offset = job.handle ? await this.received(job, handle) : 0;
    for (let idle = 0; ;) {
      if (typeof offset !== 'number') return { outcome: offset };
      if (offset >= job.media.sizeBytes) return { handle };
      const answer = await this.push(job, handle, offset);
      if ('outcome' in answer) return answer;
      if (answer.kind === 'ok') return { handle };
      const resumable = answer.kind === 'lost' || answer.class === 'offset' || answer.class === 'transient';
      if (!resumable) return { outcome: failedPrivately(answer, handle, this.clock.now()) };
      const before: number = offset;
      offset = await this.received(job, handle);
      if (offset === before && ++idle >= CUTS_WITHOUT_PROGRESS)
        return { outcome: failedPrivately(answer, handle, this.clock.now()) };
    }
  }

  async publish({ credentials, title, text, signal }: PublishJob, { videoId }: Handle): Promise<Answer> {
    const answer = await this.graph.post(
      edge(credentials.accountId),
      credentials.token,
      { upload_phase: 'finish', video_id: videoId, video_state: 'PUBLISHED', description: text, title },
      signal,
    );
    return refusedIfUnsuccessful(answer);
  }

  private async push(
    job: PublishJob,
    { uploadUrl }: Handle,
    offset: number,
  ): Promise<Answer | { outcome: Outcome }> {
    if (!this.graph.trusts(uploadUrl))
      return {
        outcome: { kind: 'busy', handle: null, reason: 'The upload address is not one of the network.' },
      };
    try {
      const bytes = await job.media.open(offset);
      const { token } = job.credentials;
      return await this.graph.pushBytes(
        uploadUrl,
        token,
        { bytes, offset, fileSize: job.media.sizeBytes },
        job.signal,
      );
    } catch (error) {
      if (error instanceof MediaMissing) return { outcome: { kind: 'refused', reason: error.message } };
      throw error;
    }
  }

  /** How many bytes the network has; an outcome when it will not say. */
  private async received(job: PublishJob, handle: Handle): Promise<number | Outcome> {
    const state = await readVideo(this.graph, handle.videoId, job.credentials.token, job.signal);
    switch (state.kind) {
      case 'uploading':
        return state.complete ? job.media.sizeBytes : state.bytesReceived;
      case 'absent':
      case 'working':
      case 'publishing':
      case 'live':
        return job.media.sizeBytes;
      case 'failed':
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

/** `success: false` in a 200 says nothing about why; it is in doubt like a server's fault. */
export function refusedIfUnsuccessful(answer: Answer): Answer {
  if (answer.kind !== 'ok' || answer.json.success !== false) return answer;
  return { kind: 'error', class: 'transient', status: 200, reason: 'The network answered without success.' };
}
