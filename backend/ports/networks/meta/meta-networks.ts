import type { Clock } from '../../../common/time/clock';
import type { CommentJob, CommentOutcome } from '../first-comment';
import {
  Networks,
  type Access,
  type Credentials,
  type Inspection,
  type NetworkName,
  type Outcome,
  type PublishJob,
  type Verification,
} from '../network';
import { accountPicture } from './account-picture';
import { publishedWithCover } from './film-cover';
import { FirstComments } from './first-comments';
import { GraphClient, type CallObserver, type MetaHosts } from './graph-client';
import type { Exchanger } from './http-exchange';
import { inspectWithMeta } from './inspection';
import { MetaTime } from './meta-time';
import type { PictureDelivery } from './picture-addresses';
import type { PostProtocol } from './post-protocol';
import { PublishFlow } from './publish-flow';
import { protocolsByFormat, type ProtocolsByFormat } from './protocols';
import { RestoredPosts } from './read-back-restored-posts';
import { Usage } from './usage';
import { verifyWithMeta } from './verification';

const USED_UP = 'Meta allows no more calls for now: what it allows in an hour is used up.';

/** Facebook Pages and Instagram accounts through Meta's Graph API. The rehearsal uses the same protocol. */
export class MetaNetworks extends Networks {
  private readonly usage: Usage;
  private readonly graph: GraphClient;
  private readonly post: PublishFlow;
  private readonly restored: RestoredPosts;
  private readonly comments: Record<NetworkName, FirstComments>;
  private readonly ways: ProtocolsByFormat;

  constructor(
    private readonly hosts: MetaHosts,
    private readonly clock: Clock,
    send?: Exchanger,
    observe?: CallObserver,
    pictures: PictureDelivery = { mode: 'page', link: () => undefined },
  ) {
    super();
    this.usage = new Usage(() => clock.steady());
    const time = new MetaTime(clock);
    this.graph = new GraphClient(hosts, send, this.usage, observe, time);
    this.post = new PublishFlow(clock, time);
    this.restored = new RestoredPosts(this.graph, clock, time);
    this.comments = {
      facebook: new FirstComments(this.graph.about('facebook'), clock),
      instagram: new FirstComments(this.graph.about('instagram'), clock),
    };
    this.ways = protocolsByFormat(this.graph, clock, pictures);
  }

  override async publish(network: NetworkName, job: PublishJob): Promise<Outcome> {
    const restMs = this.restMs(network, job.credentials);
    if (restMs > 0) {
      const untilMs = this.clock.now() + restMs;
      return { kind: 'account', action: 'wait', session: job.session, untilMs, reason: USED_UP };
    }
    const { session } = job;
    if (session?.restored) {
      const protocol = session.restored.begun ? this.protocolFor(network, job) : undefined;
      return this.restored.find(network, protocol, job, session, session.restored);
    }
    const protocol = this.protocolFor(network, job);
    if (!protocol.takesCover) return this.post.publish(protocol, job);
    return publishedWithCover(this.graph, job, (each) => this.post.publish(protocol, each));
  }

  override comment(network: NetworkName, job: CommentJob): Promise<CommentOutcome> {
    const { credentials, session } = job;
    const afterMs = this.restMs(network, credentials);
    if (afterMs <= 0) return this.comments[network].post(network, job);
    return Promise.resolve({ kind: 'later', session, tried: false, afterMs, reason: USED_UP });
  }

  override verify(access: Access): Promise<Verification> {
    return verifyWithMeta(this.graph, access);
  }

  override inspect(token: string): Promise<Inspection> {
    return inspectWithMeta(this.graph, token);
  }

  override picture(network: NetworkName, credentials: Credentials): Promise<Buffer | null> {
    return accountPicture(this.graph, network, credentials, this.hosts);
  }

  /** How long to make no calls for this account. */
  private restMs(network: NetworkName, { token, accountId }: Credentials): number {
    this.usage.noteAccount(token, network, accountId);
    return this.usage.restMs(token, network);
  }

  /** A post that was begun continues with the same protocol. */
  private protocolFor(network: NetworkName, { format, session, media }: PublishJob): PostProtocol {
    const ways = this.ways[network][format] ?? [];
    const begun = session?.earlier ?? session;
    const way = begun
      ? ways.find(({ protocol }) => protocol.name === begun.protocol)
      : ways.find(({ takes }) => takes?.(media) ?? true);
    if (!way) throw new Error(`${network} has no way to post a ${format}`);
    return way.protocol;
  }
}
