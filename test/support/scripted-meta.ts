import { Readable } from 'node:stream';
import type { CommentJob, CommentOutcome } from '../../backend/ports/networks/first-comment';
import type { Exchange } from '../../backend/ports/networks/meta/http-exchange';
import type {
  Media,
  NetworkName,
  Outcome,
  PublishJob,
  RemoteSession,
  SentPost,
  Step,
} from '../../backend/ports/networks/network';
import { MetaNetworks } from '../../backend/ports/networks/meta/meta-networks';
import { clockOf, TestClock } from './test-clock';

export interface ScriptedCall {
  method: string;
  /** Without the version: `/77/feed`. */
  path: string;
  query: Record<string, string>;
  /** Of a JSON body. */
  params: Record<string, unknown>;
}

/** Of an answer that never arrives, though the call may have taken effect. */
export const LOST = 'lost';

interface Refusal {
  status: number;
  body: object;
}

export const refused = (code: number, subcode?: number, status = 400): Refusal => ({
  status,
  body: { error: { code, error_subcode: subcode, type: 'OAuthException', message: `Meta says ${code}` } },
});

/** What a 200 says, an answer with another status, or none. */
export type ScriptedAnswer = object | Refusal | typeof LOST;

/** `undefined`: the object does not exist. */
export type Script = (call: ScriptedCall) => ScriptedAnswer | undefined;

type Given = Partial<PublishJob> & Pick<PublishJob, 'format'> & Pick<Partial<Media>, 'type'>;

interface Others {
  /** Remote ids that other posts have. */
  taken?: string[];
  rivals?: SentPost[];
}

const ACCOUNTS = { facebook: '77', instagram: '88' } as const;
export const BYTES = Buffer.alloc(1000, 1);
const MOST_LOOKS = 2000;

/** The product's side of Meta, against answers that a test writes: for shapes that the fake network does not have. */
export class ScriptedMeta {
  readonly clock = new TestClock();
  readonly calls: ScriptedCall[] = [];
  /** As they were begun. */
  readonly steps: Step[] = [];
  private readonly networks: MetaNetworks;

  constructor(script: Script) {
    this.clock.stop();
    const url = 'https://graph.example';
    const hosts = { graphUrl: url, ruploadUrl: url, version: 'v26.0' };
    this.networks = new MetaNetworks(
      hosts,
      clockOf(this.clock.now),
      ({ method, url: { pathname, searchParams }, headers, body }) => {
        const isJson = headers['content-type'] === 'application/json';
        const sent = isJson ? (JSON.parse((body as Buffer).toString()) as ScriptedCall['params']) : {};
        if (body instanceof Readable) body.resume();
        const path = pathname.replace('/v26.0', '');
        const call = { method, path, query: Object.fromEntries(searchParams), params: sent };
        this.calls.push(call);
        return Promise.resolve(exchangeOf(script(call) ?? MISSING, this.clock.now()));
      },
    );
  }

  /** How often a call was made. */
  count(method: string, path: string): number {
    return this.calls.filter((call) => call.method === method && call.path === path).length;
  }

  /** Meta's print of an instant, by default of now. */
  time(ms = this.clock.now()): string {
    return `${new Date(ms).toISOString().slice(0, 19)}+0000`;
  }

  /** Publishes until the outcome is known, at the times that it asks for. */
  async publish(network: NetworkName, given: Given, others: Others = {}): Promise<Outcome> {
    for await (const outcome of this.tries(network, given, others)) {
      if (!('session' in outcome) || outcome.kind === 'not public') return outcome;
      this.clock.forward(waitOf(outcome) + 1);
    }
    throw new Error('the post comes to no end');
  }

  /** The outcome of one try after the other. Whoever takes them moves the clock between them. */
  async *tries(
    network: NetworkName,
    { type = 'video', ...given }: Given,
    { taken = [], rivals = [] }: Others = {},
  ): AsyncGenerator<Outcome> {
    const file: Media = {
      ...{ type, sizeBytes: BYTES.length, durationMs: type === 'video' ? 10_000 : null },
      ...{ width: 540, height: 960 },
      open: (offset) => Promise.resolve(Readable.from([BYTES.subarray(offset)])),
    };
    let session: RemoteSession | null = null;
    const kept = (changed?: RemoteSession | null) => (session = changed ?? session);
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const outcome: Outcome = await this.networks.publish(network, {
        credentials: { accountId: ACCOUNTS[network], token: 'TOKEN', pageId: ACCOUNTS.facebook },
        ...{ title: 'Title', text: 'Fresh bread', media: file, session, held: () => true },
        signal: new AbortController().signal,
        ledger: {
          begin: (step, changed) => Promise.resolve((kept(changed), this.steps.push(step))),
          finish: (_receipt, _result, changed) => Promise.resolve(void kept(changed)),
          knownOfOthers: (ids) => Promise.resolve(new Set(ids.filter((id) => taken.includes(id)))),
          othersInDoubt: () => Promise.resolve(rivals),
        },
        ...given,
      });
      yield outcome;
      if ('session' in outcome) session = outcome.session;
    }
  }

  comment(network: NetworkName, given: Partial<CommentJob> = {}): Promise<CommentOutcome> {
    const accountId = ACCOUNTS[network];
    return this.networks.comment(network, {
      ...{ credentials: { accountId, token: 'TOKEN' }, postId: '900', text: 'Read more', mayTry: true },
      ...{ session: { accountId, since: this.clock.now() }, held: () => true },
      signal: new AbortController().signal,
      knownOfOthers: () => Promise.resolve(new Set()),
      othersInDoubt: () => Promise.resolve([]),
      intend: () => Promise.resolve(),
      ...given,
    });
  }
}

function waitOf(outcome: Outcome): number {
  if ('askAgainMs' in outcome) return outcome.askAgainMs;
  return outcome.kind === 'busy' ? (outcome.retryMs ?? 60_000) : 60_000;
}

const MISSING = refused(100, 33);

const isRefusal = (given: object): given is Refusal => 'body' in given;

function exchangeOf(given: ScriptedAnswer, now: number): Exchange {
  if (given === LOST) return { kind: 'lost', reached: true, reason: 'ECONNRESET' };
  const headers = { date: new Date(now).toUTCString() };
  const { status, body } = isRefusal(given) ? given : { status: 'error' in given ? 400 : 200, body: given };
  return { kind: 'answered', status, headers, text: JSON.stringify(body) };
}
