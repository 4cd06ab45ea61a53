import type { Answer } from '../../backend/meta-world/answer';
import type { Host } from '../../backend/meta-world/call';
import { nameCall, nameIn, routeOf, type Route } from '../../backend/meta-world/routes';
import { World } from '../../backend/meta-world/world';
import type { FakeAccounts } from '../support/fake-graph/accounts';
import { fieldsOf, phaseIn, type Fields } from '../support/fake-graph/body';
import { Checker, type PublicObject } from '../support/fake-graph/checker';
import type { FaultAction } from '../support/fake-graph/faults';
import type { Call } from '../support/fake-graph/history';
import { before } from '../support/fake-graph/memory-store';
import { FakeNetwork, type FakeCall, type Settings } from '../support/fake-graph/network';

export const GRAPH_URL = 'http://graph.simulated';
export const RUPLOAD_URL = 'http://rupload.simulated';

/** A request that has come in whole. */
export interface Arrived {
  name: string;
  /** The page that it is about. */
  page: string | null;
  method: string;
  host: Host;
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
  readonly publications: Publication[] = [];
  /** What the product may never send. */
  readonly complaints: string[] = [];
  private readonly network: FakeNetwork;
  private readonly counts = new Map<string, number>();
  private call: Arrived | undefined;

  constructor(settings: Settings) {
    const witness = new Witness(
      (account, object, sources) => this.publish(account, object, sources),
      (rule, what) => this.complain(rule, what),
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

  /** What a request is, as far as it can be told before it takes effect. */
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

  /** Takes effect. `behindMs`: so old is what a reading shows. */
  answer(call: Arrived, action: FaultAction = {}, behindMs = 0): Answer {
    this.call = call;
    const { settings, store } = this.network;
    const metaCall = this.callOf(call, action);
    if (behindMs > 0) metaCall.world = new World(before(settings.now() - behindMs, store), settings.now);
    try {
      return this.network.perform(metaCall, call.route, this.takeBytes(metaCall, call, action));
    } finally {
      this.call = undefined;
    }
  }

  /** Raw bytes go to where they are kept before the call is answered, and whatever came of them stays. */
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

  private publish(account: string, object: PublicObject, [source]: string[]): void {
    const { sentAt, from } = this.call as Arrived;
    this.publications.push({ ...object, account, remoteId: source ?? object.objectId, sentAt, from });
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
  ) {
    super();
  }

  override publish(account: string, object: PublicObject, sources: string[]): void {
    this.saw(account, object, sources);
  }

  override flag(rule: string, what: string): void {
    this.complained(rule, what);
  }
}
