import type { Clock } from '../../../common/time/clock';
import type { PublishJob, RemoteSession } from '../network';
import type { GraphClient } from './graph-client';
import { findStory } from './page-stories';
import type { Sighting } from './post-protocol';
import { PushedVideoProtocol } from './pushed-video';
import type { RemoteState } from './remote-state';

/** `POST /{page-id}/video_stories`: start, raw bytes with resume, finish (guide "Page Stories"). */
export class VideoStoryProtocol extends PushedVideoProtocol {
  override readonly name = 'video_story';

  constructor(graph: GraphClient, clock: Clock) {
    super(graph, clock, 'video_stories');
  }

  /** Only the list has the address of a story. It also decides where the video itself says nothing. */
  override async read(job: PublishJob, session: RemoteSession): Promise<RemoteState> {
    const state = await super.read(job, session);
    const isSilent =
      state.kind === 'absent' || (state.kind === 'unreadable' && state.error?.class === 'missing');
    if (state.kind !== 'live' && !isSilent) return state;
    const listed = await this.witness(job, session);
    if (state.kind === 'live')
      return { kind: 'live', ...(listed.kind === 'live' && { permalink: listed.permalink }) };
    return listed.kind === 'absent' ? state : listed;
  }

  /** It is known by its video, as a reel is. */
  override async witness(job: PublishJob, session: RemoteSession): Promise<Sighting> {
    const listed = await findStory(this.graph, this.clock, job, session);
    return listed.kind === 'live' ? { ...listed, remoteId: session.remoteId } : listed;
  }

  protected override words() {
    return {};
  }
}
