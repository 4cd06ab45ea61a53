import { Readable } from 'node:stream';
import type { CommentJob, CommentOutcome } from '../../backend/ports/networks/first-comment';
import type {
  Media,
  NetworkName,
  Outcome,
  PublishJob,
  RemoteSession,
  SentPost,
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

/** Answers a call with JSON, or with an error of Meta. `undefined`: the object does not exist. */
export type Script = (call: ScriptedCall) => object | typeof LOST | undefined;

const ACCOUNTS = { facebook: '77', instagram: '88' } as const;
const BYTES = Buffer.alloc(1000, 1);
const MOST_LOOKS = 400;

/** The product's side of Meta, against answers that a test writes: for shapes that the fake network does not have. */
export class ScriptedMeta {
  readonly clock = new TestClock();
  readonly calls: ScriptedCall[] = [];
  private readonly networks: MetaNetworks;

  constructor(script: Script) {
    const url = 'https://graph.example';
    const hosts = { graphUrl: url, ruploadUrl: url, version: 'v26.0' };
    this.networks = new MetaNetworks(
      hosts,
      clockOf(this.clock.now),
      ({ method, url: { pathname, searchParams }, body }) => {
        const sent = Buffer.isBuffer(body) ? (JSON.parse(body.toString()) as ScriptedCall['params']) : {};
        if (body instanceof Readable) body.destroy();
        const path = pathname.replace('/v26.0', '');
        const call = { method, path, query: Object.fromEntries(searchParams), params: sent };
        this.calls.push(call);
        const answer = script(call);
        if (answer === LOST) return Promise.resolve({ kind: 'lost', reached: true, reason: 'ECONNRESET' });
        const missing = { error: { code: 100, error_subcode: 33, message: 'It does not exist.' } };
        const json = answer ?? missing;
        const headers = { date: new Date(this.clock.now()).toUTCString() };
        const status = 'error' in json ? 400 : 200;
        return Promise.resolve({ kind: 'answered', status, headers, text: JSON.stringify(json) });
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
  async publish(
    network: NetworkName,
    {
      type = 'video',
      ...given
    }: Partial<PublishJob> & Pick<PublishJob, 'format'> & Pick<Partial<Media>, 'type'>,
    { taken = [], rivals = [] }: { taken?: string[]; rivals?: SentPost[] } = {},
  ): Promise<Outcome> {
    const file: Media = {
      ...{ type, sizeBytes: BYTES.length, durationMs: type === 'video' ? 10_000 : null },
      ...{ width: 540, height: 960 },
      open: (offset) => Promise.resolve(Readable.from([BYTES.subarray(offset)])),
    };
    let session: RemoteSession | null = null;
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const outcome: Outcome = await this.networks.publish(network, {
        credentials: { accountId: ACCOUNTS[network], token: 'TOKEN', pageId: ACCOUNTS.facebook },
        ...{ title: 'Title', text: 'Fresh bread', media: file, session, held: () => true },
        signal: new AbortController().signal,
        ledger: {
          begin: (_step, kept) => Promise.resolve(((session = kept ?? session), 1)),
          finish: (_receipt, _result, kept) => Promise.resolve(void (session = kept ?? session)),
          knownOfOthers: (ids) => Promise.resolve(new Set(ids.filter((id) => taken.includes(id)))),
          othersInDoubt: () => Promise.resolve(rivals),
        },
        ...given,
      });
      if (!('session' in outcome) || outcome.kind === 'not public') return outcome;
      session = outcome.session;
      this.clock.forward(waitOf(outcome) + 1);
    }
    throw new Error('the post comes to no end');
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
