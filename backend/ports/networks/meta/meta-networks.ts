import { steadyTime, type Clock } from '../../../common/clock';
import {
  Networks,
  type Access,
  type Handle,
  type Inspection,
  type NetworkName,
  type Outcome,
  type PublishJob,
  type Verification,
} from '../network';
import { ChunkedVideoProtocol } from './chunked-video-protocol';
import { GraphClient, type MetaHosts } from './graph-client';
import type { Exchanger } from './http-exchange';
import { inspectWithMeta } from './inspection';
import { InstagramReelProtocol } from './instagram-reel-protocol';
import { PagePhotoProtocol } from './page-photo-protocol';
import { PagePost, type PostProtocol } from './page-post';
import { ReelProtocol } from './reel-protocol';
import { Usage } from './usage';
import { verifyWithMeta } from './verification';

/** The longest reel Meta takes (guide "Reels Publishing"). */
const LONGEST_REEL_MS = 90_000;

const USED_UP = 'Meta allows no more calls for now: what it allows in an hour is used up.';

/** Facebook Pages and Instagram accounts through Meta's Graph API; the rehearsal speaks the same wire. */
export class MetaNetworks extends Networks {
  private readonly usage: Usage;
  private readonly graph: GraphClient;
  private readonly post: PagePost;
  private readonly protocols: Record<Handle['protocol'], PostProtocol>;

  constructor(
    hosts: MetaHosts,
    private readonly clock: Clock,
    send?: Exchanger,
  ) {
    super();
    this.usage = new Usage(hosts.app !== undefined, () => steadyTime(clock));
    this.graph = new GraphClient(hosts, send, this.usage);
    this.post = new PagePost(clock);
    this.protocols = {
      reel: new ReelProtocol(this.graph, clock),
      video: new ChunkedVideoProtocol(this.graph, clock),
      photo: new PagePhotoProtocol(this.graph),
      instagram_reel: new InstagramReelProtocol(this.graph, clock),
    };
  }

  override async publish(network: NetworkName, job: PublishJob): Promise<Outcome> {
    const restMs = this.usage.restMs(job.credentials.token, network);
    if (restMs > 0) {
      const untilMs = this.clock.now() + restMs;
      return { kind: 'account', action: 'wait', handle: job.handle, untilMs, reason: USED_UP };
    }
    return this.post.publish(this.protocols[job.handle?.protocol ?? protocolFor(network, job)], job);
  }

  override verify(access: Access): Promise<Verification> {
    return verifyWithMeta(this.graph, access);
  }

  override inspect(token: string): Promise<Inspection> {
    return inspectWithMeta(this.graph, token);
  }
}

function protocolFor(network: NetworkName, { media }: PublishJob): Handle['protocol'] {
  if (network === 'instagram') return 'instagram_reel';
  if (media.type === 'image') return 'photo';
  return (media.durationMs ?? 0) > LONGEST_REEL_MS ? 'video' : 'reel';
}
