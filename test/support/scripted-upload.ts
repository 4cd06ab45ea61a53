import { Readable } from 'node:stream';
import type { Exchange, Exchanger } from '../../backend/ports/networks/meta/http-exchange';
import { MetaNetworks } from '../../backend/ports/networks/meta/meta-networks';
import type {
  NetworkName,
  Outcome,
  PublishJob,
  RemoteSession,
  Step,
} from '../../backend/ports/networks/network';
import { clockOf, TestClock } from './test-clock';

const GRAPH = 'https://graph.example';
const BYTES = Buffer.alloc(1000, 1);
const PAUSES_MS = [5, 15, 45, 120, 300, 900, 1800].map((seconds) => seconds * 1000);

export interface ScriptedCall {
  /** `start`, `transfer`, `finish`, `bytes`, `create`, `publish`, `list`, `stories` or `read`. */
  name: string;
  /** Counts the calls of this name, from 1. */
  nth: number;
  /** The id that is read. */
  id: string;
  parameters: Record<string, unknown>;
  /** How long after the first public call, in ms. */
  ageMs: number;
}

/** What a 200 says, an answer with another status, or none. */
export type ScriptedAnswer = object | Refusal | 'lost';

interface Refusal {
  status: number;
  body: object;
}

export const lost = 'lost';
export const refused = (code: number, subcode?: number, status = 400): Refusal => ({
  status,
  body: { error: { code, error_subcode: subcode, type: 'OAuthException', message: `Meta says ${code}` } },
});

/** A network that answers what the test says, and one post that is published to it until its outcome is known. */
export class ScriptedUpload {
  readonly clock = new TestClock();
  readonly steps: Step[] = [];
  private readonly counts: Record<string, number> = {};
  private calledAt: number | undefined;
  private readonly networks: MetaNetworks;

  constructor(private readonly script: (call: ScriptedCall) => ScriptedAnswer | undefined) {
    this.clock.stop();
    const hosts = { graphUrl: GRAPH, ruploadUrl: 'https://rupload.example', version: 'v26.0' };
    this.networks = new MetaNetworks(hosts, clockOf(this.clock.now), this.answer);
  }

  count(...names: string[]): number[] {
    return names.map((name) => this.counts[name] ?? 0);
  }

  /** @returns the last outcome, and how long it took; `GAVE UP` after as many tries as a post has. */
  async run(network: NetworkName, format: string): Promise<{ outcome: Outcome | 'GAVE UP'; ms: number }> {
    const begun = this.clock.now();
    let session: RemoteSession | null = null;
    for (let looks = 0, tries = 0; looks < 2000; looks++) {
      const outcome: Outcome = await this.networks.publish(network, this.job(network, format, session));
      const ms = this.clock.now() - begun;
      if (outcome.kind === 'published' || outcome.kind === 'refused') return { outcome, ms };
      if (outcome.kind === 'not public') throw new Error('not restored');
      session = outcome.session;
      if (outcome.kind === 'account')
        this.clock.forward((outcome.untilMs ?? this.clock.now()) - this.clock.now());
      else if (outcome.kind !== 'busy') this.clock.forward(outcome.askAgainMs);
      else if (tries === PAUSES_MS.length) return { outcome: 'GAVE UP', ms };
      else this.clock.forward(outcome.retryMs ?? PAUSES_MS[tries++] ?? 0);
    }
    throw new Error('comes to no end');
  }

  private job(network: NetworkName, format: string, session: RemoteSession | null): PublishJob {
    return {
      credentials: { accountId: network === 'facebook' ? '77' : '88', token: 'TOKEN' },
      ...{ format, title: 'Bread', text: 'Fresh bread', session },
      media: {
        ...{ type: 'video', sizeBytes: BYTES.length, durationMs: 10_000, width: 540, height: 960 },
        open: (offset) => Promise.resolve(Readable.from([BYTES.subarray(offset)])),
      },
      signal: new AbortController().signal,
      held: () => true,
      ledger: {
        begin: (step) => Promise.resolve(this.steps.push(step)),
        finish: () => Promise.resolve(),
        knownOfOthers: () => Promise.resolve(new Set()),
        othersInDoubt: () => Promise.resolve([]),
      },
    };
  }

  private readonly answer: Exchanger = ({ method, url, headers, body }) => {
    const isJson = headers['content-type'] === 'application/json';
    const parameters = (isJson ? JSON.parse((body as Buffer).toString()) : {}) as Record<string, unknown>;
    if (body instanceof Readable) body.resume();
    const name = nameOf(method, url.pathname, isJson ? parameters : undefined);
    const nth = (this.counts[name] ?? 0) + 1;
    this.counts[name] = nth;
    if (name === 'finish' || name === 'publish') this.calledAt ??= this.clock.now();
    const ageMs = this.calledAt === undefined ? 0 : this.clock.now() - this.calledAt;
    const id = url.pathname.split('/').at(-1) ?? '';
    const given = this.script({ name, nth, id, parameters, ageMs }) ?? this.usual(name, nth);
    return Promise.resolve(exchangeOf(given, this.clock.now()));
  };

  private usual(name: string, nth: number): object {
    const upload_url = `${GRAPH}/up`;
    switch (name) {
      case 'start':
        return { video_id: `3${nth}`, upload_url, upload_session_id: `4${nth}`, ...windowOf(0) };
      case 'transfer':
        return windowOf(BYTES.length);
      case 'create':
        return { id: `17${nth}`, uri: upload_url };
      case 'list':
      case 'stories':
        return { data: [] };
      default:
        return { success: true };
    }
  }
}

const windowOf = (from: number) => ({ start_offset: String(from), end_offset: String(BYTES.length) });

function nameOf(method: string, path: string, parameters?: Record<string, unknown>): string {
  if (path.endsWith('/up')) return 'bytes';
  if (path.endsWith('/media_publish')) return 'publish';
  const phase = parameters?.upload_phase;
  if (method === 'POST' && path.endsWith('/media')) return 'create';
  if (method === 'POST') return typeof phase === 'string' ? phase : 'transfer';
  if (path.endsWith('/stories')) return 'stories';
  return /\/(video_reels|videos|media)$/.test(path) ? 'list' : 'read';
}

const isRefusal = (given: object): given is Refusal => 'body' in given;

function exchangeOf(given: ScriptedAnswer, now: number): Exchange {
  if (given === 'lost') return { kind: 'lost', reached: true, reason: 'ECONNRESET' };
  const headers = { date: new Date(now).toUTCString() };
  const { status, body } = isRefusal(given) ? given : { status: 200, body: given };
  return { kind: 'answered', status, headers, text: JSON.stringify(body) };
}
