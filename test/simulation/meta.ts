import { Checker, type PublicObject } from '../support/fake-graph/checker';
import { fieldsOf, phaseIn, type Fields } from '../support/fake-graph/body';
import { effectOf } from '../support/fake-graph/effect';
import type { Exchange, Settings } from '../support/fake-graph/exchange';
import type { Answer, FaultAction } from '../support/fake-graph/faults';
import type { Call } from '../support/fake-graph/history';
import { authorize } from '../support/fake-graph/access';
import { edges, routeOf, type Route } from '../support/fake-graph/routes';
import { World } from '../support/fake-graph/world';

export const GRAPH_URL = 'http://graph.simulated';
export const RUPLOAD_URL = 'http://rupload.simulated';

/** A request that has come in whole. */
export interface Arrived {
  name: string;
  /** The page that it is about. */
  page: string | null;
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  fields: Fields;
  route: Route;
  /** When it left, and whose it is. */
  sentAt: number;
  from: string;
}

/** What everybody can see from now on. */
export interface Publication extends PublicObject {
  account: string;
  /** Of the video, the container or the photo: what the session was opened for. */
  remoteId: string;
  sentAt: number;
  from: string;
}

/** Not the product's doing: a cut connection leaves the next call in doubt about these. */
const MAY_HAPPEN = ['second-public-call', 'wrong-offset', 'wrong-length', 'other-size'];

/** Meta without a socket: the world that the tests of the wire use, one call at a time, at an instant. */
export class Meta {
  readonly world = new World();
  readonly publications: Publication[] = [];
  /** What the product may never send. */
  readonly complaints: string[] = [];
  private readonly witness: Checker;
  private readonly counts = new Map<string, number>();
  private call: Arrived | undefined;

  constructor(private readonly settings: Settings) {
    this.witness = new Witness(
      (account, object) => this.publish(account, object),
      (rule, what) => this.complain(rule, what),
    );
  }

  /** What a request is, as far as it can be told before it takes effect. */
  read(request: Pick<Arrived, 'method' | 'url' | 'headers' | 'body' | 'sentAt' | 'from'>): Arrived {
    const { method, url, headers, body } = request;
    const host = url.origin === RUPLOAD_URL ? 'rupload' : 'graph';
    const route = routeOf(host, method, url.pathname, this.world);
    const name =
      typeof route.name === 'string' ? route.name : route.name(phaseIn(body, url.searchParams) ?? '');
    const isRaw = host === 'rupload';
    const fields = isRaw ? { params: {}, files: {} } : fieldsOf(headers['content-type'] ?? '', body);
    const page = this.world.ownerOf(route.id)?.id ?? null;
    return { ...request, name: name in edges ? name : 'unknown', page, fields, route };
  }

  /** Takes effect. `behindMs`: so old is what a reading shows. */
  answer(call: Arrived, action: FaultAction = {}, behindMs = 0): Answer {
    this.call = call;
    const x = this.exchangeOf(call, action);
    const restore = behindMs > 0 ? this.goBack(this.settings.now() - behindMs) : undefined;
    try {
      return effectOf(x, call.route, this.takeBytes(x, call, action));
    } finally {
      restore?.();
      this.call = undefined;
    }
  }

  /** Raw bytes go to where they are kept before the call is answered, and whatever came of them stays. */
  private takeBytes(
    x: Exchange,
    { body }: Arrived,
    { cutAtBytes = Infinity }: FaultAction,
  ): Answer | undefined {
    const edge = edges[x.call.name];
    if (!edge?.open) return undefined;
    const refusal = authorize(x);
    if (refusal) return refusal;
    const opened = edge.open(x);
    if ('refusal' in opened) return opened.refusal;
    x.truncated = cutAtBytes < body.length;
    opened.sink(body.subarray(0, cutAtBytes));
    return undefined;
  }

  private exchangeOf(call: Arrived, action: FaultAction): Exchange {
    const { name, url, headers, fields, method, route } = call;
    const nth = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, nth);
    return {
      call: {
        name,
        nth,
        method,
        path: url.pathname,
        host: name.endsWith('.bytes') ? 'rupload' : 'graph',
      } as Call,
      url,
      id: route.id,
      headers,
      params: { ...Object.fromEntries(url.searchParams), ...fields.params },
      files: fields.files,
      action,
      identity: undefined,
      page: this.world.ownerOf(route.id),
      truncated: false,
      world: this.world,
      checker: this.witness,
      settings: this.settings,
      urls: { graphUrl: GRAPH_URL, ruploadUrl: RUPLOAD_URL },
    };
  }

  private publish(account: string, object: PublicObject): void {
    const { sentAt, from, name, fields } = this.call as Arrived;
    const remoteId = this.sessionOf(name, fields.params) ?? object.objectId;
    this.publications.push({ ...object, account, remoteId, sentAt, from });
  }

  private sessionOf(name: string, params: Record<string, string>): string | undefined {
    if (name === 'feed') return /\d{6,}/.exec(params.attached_media ?? '')?.[0];
    if (name === 'ig.publish') return params.creation_id;
    if (name === 'videos.finish') return this.world.sessions.get(params.upload_session_id ?? '')?.id;
    return params.video_id;
  }

  private complain(rule: string, what: string): void {
    const isReading = this.call?.method === 'GET';
    if (MAY_HAPPEN.includes(rule) || (rule === 'foreign-token' && isReading)) return;
    this.complaints.push(`${rule}: ${what}`);
  }

  /** What became public since then is not to be seen. @returns what brings it back. */
  private goBack(instant: number): () => void {
    const undo: (() => void)[] = [];
    for (const video of this.world.videos.values()) {
      const { finishedAt } = video;
      if (finishedAt === null || finishedAt <= instant) continue;
      video.finishedAt = null;
      undo.push(() => (video.finishedAt = finishedAt));
    }
    for (const container of this.world.containers.values()) {
      const { publishedAt } = container;
      if (publishedAt === null || publishedAt <= instant) continue;
      container.publishedAt = null;
      undo.push(() => (container.publishedAt = publishedAt));
    }
    for (const post of [...this.world.posts.values()].filter(({ at }) => at > instant)) {
      this.world.posts.delete(post.id);
      undo.push(() => void this.world.posts.set(post.id, post));
    }
    return () => undo.forEach((each) => each());
  }
}

class Witness extends Checker {
  constructor(
    private readonly saw: (account: string, object: PublicObject) => void,
    private readonly complained: (rule: string, what: string) => void,
  ) {
    super();
  }

  override publish(account: string, object: PublicObject): void {
    this.saw(account, object);
  }

  override flag(rule: string, what: string): void {
    this.complained(rule, what);
  }
}
