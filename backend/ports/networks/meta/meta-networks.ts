import type { Clock } from '../../../common/clock';
import {
  Networks,
  type Handle,
  type NetworkName,
  type Outcome,
  type PublishJob,
  type Verification,
} from '../network';
import { ChunkedVideoProtocol } from './chunked-video-protocol';
import { GraphClient, type MetaHosts } from './graph-client';
import { InstagramReelProtocol } from './instagram-reel-protocol';
import { PagePhotoProtocol } from './page-photo-protocol';
import { PagePost, type PostProtocol } from './page-post';
import { ReelProtocol } from './reel-protocol';
import { verifyWithMeta } from './verification';

/** The longest reel Meta takes (guide "Reels Publishing"). */
const LONGEST_REEL_MS = 90_000;

/** Facebook Pages and Instagram accounts through Meta's Graph API; the rehearsal speaks the same wire. */
export class MetaNetworks extends Networks {
  private readonly graph: GraphClient;
  private readonly post: PagePost;
  private readonly protocols: Record<Handle['protocol'], PostProtocol>;

  constructor(hosts: MetaHosts, clock: Clock) {
    super();
    this.graph = new GraphClient(hosts);
    this.post = new PagePost(clock);
    this.protocols = {
      reel: new ReelProtocol(this.graph, clock),
      video: new ChunkedVideoProtocol(this.graph, clock),
      photo: new PagePhotoProtocol(this.graph),
      instagram_reel: new InstagramReelProtocol(this.graph, clock),
    };
  }

  override publish(network: NetworkName, job: PublishJob): Promise<Outcome> {
    return this.post.publish(this.protocols[job.handle?.protocol ?? protocolFor(network, job)], job);
  }

  override verify(input: {
    token: string;
    pageId: string;
    instagramId: string | null;
  }): Promise<Verification> {
    return verifyWithMeta(this.graph, input);
  }
}

function protocolFor(network: NetworkName, { media }: PublishJob): Handle['protocol'] {
  if (network === 'instagram') return 'instagram_reel';
  if (media.type === 'image') return 'photo';
  return (media.durationMs ?? 0) > LONGEST_REEL_MS ? 'video' : 'reel';
}
