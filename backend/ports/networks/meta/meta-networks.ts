import type { Clock } from '../../../common/clock';
import { Networks, type NetworkName, type Outcome, type PublishJob, type Verification } from '../network';
import { ChunkedVideoProtocol } from './chunked-video-protocol';
import { GraphClient, type MetaHosts } from './graph-client';
import { PageVideo, type VideoProtocol } from './page-video';
import { ReelProtocol } from './reel-protocol';
import { verifyWithMeta } from './verification';

/** The longest reel Meta takes (guide "Reels Publishing"). */
const LONGEST_REEL_MS = 90_000;

/** Facebook Pages and Instagram accounts through Meta's Graph API; the rehearsal speaks the same wire. */
export class MetaNetworks extends Networks {
  private readonly graph: GraphClient;
  private readonly pageVideo: PageVideo;
  private readonly protocols: Record<'reel' | 'video', VideoProtocol>;

  constructor(hosts: MetaHosts, clock: Clock) {
    super();
    this.graph = new GraphClient(hosts);
    this.pageVideo = new PageVideo(this.graph, clock);
    this.protocols = {
      reel: new ReelProtocol(this.graph, clock),
      video: new ChunkedVideoProtocol(this.graph, clock),
    };
  }

  override publish(network: NetworkName, job: PublishJob): Promise<Outcome> {
    if (network !== 'facebook') throw new Error(`no protocol for ${network}`);
    const protocol =
      job.handle?.protocol ?? ((job.media.durationMs ?? 0) > LONGEST_REEL_MS ? 'video' : 'reel');
    return this.pageVideo.publish(this.protocols[protocol], job);
  }

  override verify(input: {
    token: string;
    pageId: string;
    instagramId: string | null;
  }): Promise<Verification> {
    return verifyWithMeta(this.graph, input);
  }
}
