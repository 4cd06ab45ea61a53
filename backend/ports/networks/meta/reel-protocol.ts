import type { Clock } from '../../../common/time/clock';
import type { PublishJob, RemoteSession } from '../network';
import type { GraphClient } from './graph-client';
import { findListed } from './published-lists';
import type { Sighting } from './post-protocol';
import { PushedVideoProtocol } from './pushed-video';

/** `POST /{page-id}/video_reels`: start, raw bytes with resume, finish (guide "Reels Publishing"). */
export class ReelProtocol extends PushedVideoProtocol {
  override readonly name = 'reel';
  readonly takesCover = true;

  constructor(graph: GraphClient, clock: Clock) {
    super(graph, clock, 'video_reels');
  }

  override witness(job: PublishJob, session: RemoteSession): Promise<Sighting> {
    return findListed(this.graph, job, 'video_reels', session);
  }

  protected override words(title: string, description: string) {
    return { video_state: 'PUBLISHED', description, title };
  }
}
