import type { Answer } from '../../backend/meta-world/answer';
import type { Comment, Host } from '../../backend/meta-world/call';
import { nameCall, nameIn, routeOf, type Route } from '../../backend/meta-world/routes';
import { World } from '../../backend/meta-world/world';
import type { FakeAccounts } from '../support/fake-graph/accounts';
import { fieldsOf, phaseIn, type Fields } from '../support/fake-graph/body';
import { Checker, type PublicObject } from '../support/fake-graph/checker';
import type { FaultAction } from '../support/fake-graph/faults';
import type { Call } from '../support/fake-graph/history';
import { before } from '../support/fake-graph/memory-store';
import type { FakeCall } from '../support/fake-graph/fake-call';
import { FakeNetwork, type Settings } from '../support/fake-graph/network';

export const GRAPH_URL = 'http://graph.simulated';
export const RUPLOAD_URL = 'http://rupload.simulated';

/** A complete request. */
export interface Arrived {
  name: string;
  /** The id of the Page that it concerns. */
  page: string | null;
  method: string;
  host: Host;
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  fields: Fields;
  route: Route;
  /** The time of departure and the machine that sent it. */
  sentAt: number;
  from: string;
}

/** A public object. */
export interface Publication extends PublicObject {
  account: string;
  /** The id of the video, container or photo. */
  remoteId: string;
  sources: string[];
  sentAt: number;
  from: string;
}

/** A public comment of the account that owns the post. */
export interface PublicComment extends Comment {
  at: number;
  sentAt: number;
}

/** Rules that a correct client may break after a cut connection. */
const MAY_HAPPEN = ['second-public-call', 'wrong-offset', 'wrong-length', 'other-size'];

/** The fake network without sockets. Each call takes effect in one step. */
export class Meta {
  readonly publications: Publication[] = [];
  readonly comments: PublicComment[] = [];
  /** The frames that containers were told to show first, by container. */
  readonly frames = new Map<string, number>();
  /** Violations of the rules for the client. */
  readonly complaints: string[] = [];
  private readonly network: FakeNetwork;
  private readonly counts = new Map<string, number>();
  private call: Arrived | undefined;

  constructor(settings: Settings) {
    const witness = new Witness(
      (account, object, sources) => this.publish(account, object, sources),
      (rule, what) => this.complain(rule, what),
      (comment) =>
        this.comments.push({ ...comment, at: settings.now(), sentAt: (this.call as Arrived).sentAt }),
    );
    this.network = new FakeNetwork(settings, witness);
    Object.assign(this.network.urls, { graphUrl: GRAPH_URL, ruploadUrl: RUPLOAD_URL });
  }

  get accounts(): FakeAccounts {
    return this.network.accounts;
  }

  get world(): World {
    return this.network.world;
  }

  sha256Of(id: string): string {
    return this.network.store.sha256(id);
  }

  /** Parses a request, without effect. */
  read(request: Pick<Arrived, 'method' | 'url' | 'headers' | 'body' | 'sentAt' | 'from'>): Arrived {
    const { method, url, headers, body } = request;
    const host = url.origin === RUPLOAD_URL ? 'rupload' : 'graph';
    const route = routeOf(host, method, url.pathname, this.network);
    const name = nameIn(route, phaseIn(body, url.searchParams));
    const isRaw = host === 'rupload';
    const fields = isRaw ? { params: {}, files: {} } : fieldsOf(headers['content-type'] ?? '', body);
    const page = this.network.pageOf(route.node);
    return { ...request, name, host, page, fields, route };
  }

  /** Applies a call. `behindMs`: the age of the state that a read sees. */
  answer(call: Arrived, action: FaultAction = {}, behindMs = 0): Answer {
    this.call = call;
    const { settings, store } = this.network;
    const metaCall = this.callOf(call, action);
    if (behindMs > 0) metaCall.world = new World(before(settings.now() - behindMs, store), settings.now);
    try {
      const answer = this.network.perform(metaCall, call.route, this.takeBytes(metaCall, call, action));
      this.noteFrame(metaCall, answer);
      return answer;
    } finally {
      this.call = undefined;
    }
  }

  /** The bytes of an upload are kept even if it is cut off. */
  private takeBytes(
    metaCall: FakeCall,
    { body }: Arrived,
    { cutAtBytes = Infinity }: FaultAction,
  ): Answer | undefined {
    if (metaCall.host !== 'rupload' || !metaCall.edge) return undefined;
    const opened = this.network.open(metaCall);
    if ('refusal' in opened) return opened.refusal;
    metaCall.truncated = cutAtBytes < body.length;
    opened.sink(body.subarray(0, cutAtBytes));
    return undefined;
  }

  private callOf(arrived: Arrived, action: FaultAction): FakeCall {
    const { name, url, headers, fields, method, host, route } = arrived;
    const nth = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, nth);
    const record = { name, nth, method, host, path: url.pathname } as Call;
    const metaCall = this.network.callOf(record, url, headers, route);
    nameCall(metaCall, { ...route, name });
    metaCall.action = action;
    Object.assign(metaCall.params, fields.params);
    for (const [file, content] of Object.entries(fields.files))
      metaCall.files[file] = this.network.fileOf(content);
    return metaCall;
  }

  private noteFrame({ name, params }: FakeCall, { body }: Answer): void {
    if (name !== 'ig.create' || params.thumb_offset === undefined || typeof body === 'string') return;
    this.frames.set(String((body as { id?: string }).id), Number(params.thumb_offset));
  }

  private publish(account: string, object: PublicObject, sources: string[]): void {
    const [source] = sources;
    const { sentAt, from } = this.call as Arrived;
    // On Instagram it is known by its container.
    const container = object.kind.startsWith('ig_') ? this.world.started(object.objectId)?.target : source;
    const remoteId = container ?? object.objectId;
    this.publications.push({ ...object, account, remoteId, sources, sentAt, from });
  }

  private complain(rule: string, what: string): void {
    const isReading = this.call?.method === 'GET';
    if (MAY_HAPPEN.includes(rule) || (rule === 'foreign-token' && isReading)) return;
    this.complaints.push(`${rule}: ${what}`);
  }
}

class Witness extends Checker {
  constructor(
    private readonly saw: (account: string, object: PublicObject, sources: string[]) => void,
    private readonly complained: (rule: string, what: string) => void,
    private readonly heard: (comment: Comment) => void,
  ) {
    super();
  }

  override publish(account: string, object: PublicObject, sources: string[]): void {
    this.saw(account, object, sources);
  }

  override comment(comment: Comment): void {
    this.heard(comment);
  }

  override flag(rule: string, what: string): void {
    this.complained(rule, what);
  }
}
