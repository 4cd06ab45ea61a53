import type { NetworkName, Outcome, Step } from '../../backend/ports/networks/network';
import { BYTES, ScriptedMeta, type ScriptedAnswer, type ScriptedCall } from './scripted-meta';
import type { TestClock } from './test-clock';

const PAUSES_MS = [5, 15, 45, 120, 300, 900, 1800].map((seconds) => seconds * 1000);

export interface UploadCall {
  /** `start`, `transfer`, `finish`, `bytes`, `create`, `publish`, `list`, `stories` or `read`. */
  name: string;
  /** Counts the calls of this name, from 1. */
  nth: number;
  /** The id that is read. */
  id: string;
  params: Record<string, unknown>;
  /** How long after the first public call, in ms. */
  ageMs: number;
}

/** The upload of one film whose calls have names. What the script leaves open is answered as usual. */
export class ScriptedUpload {
  private readonly meta: ScriptedMeta;
  private readonly counts: Record<string, number> = {};
  private calledAt: number | undefined;

  constructor(private readonly script: (call: UploadCall) => ScriptedAnswer | undefined) {
    this.meta = new ScriptedMeta((call) => this.answer(call));
  }

  get clock(): TestClock {
    return this.meta.clock;
  }

  get steps(): Step[] {
    return this.meta.steps;
  }

  count(...names: string[]): number[] {
    return names.map((name) => this.counts[name] ?? 0);
  }

  /** @returns the last outcome, and how long it took; `GAVE UP` after as many tries as a post has. */
  async run(network: NetworkName, format: string): Promise<{ outcome: Outcome | 'GAVE UP'; ms: number }> {
    const begun = this.clock.now();
    let tries = 0;
    for await (const outcome of this.meta.tries(network, { format })) {
      const ms = this.clock.now() - begun;
      if (outcome.kind === 'published' || outcome.kind === 'refused') return { outcome, ms };
      if (outcome.kind === 'not public') throw new Error('not restored');
      if (outcome.kind === 'account')
        this.clock.forward((outcome.untilMs ?? this.clock.now()) - this.clock.now());
      else if (outcome.kind !== 'busy') this.clock.forward(outcome.askAgainMs);
      else if (tries === PAUSES_MS.length) return { outcome: 'GAVE UP', ms };
      else this.clock.forward(outcome.retryMs ?? PAUSES_MS[tries++] ?? 0);
    }
    throw new Error('comes to no end');
  }

  private answer({ method, path, params }: ScriptedCall): ScriptedAnswer {
    const name = nameOf(method, path, params);
    const nth = (this.counts[name] ?? 0) + 1;
    this.counts[name] = nth;
    if (name === 'finish' || name === 'publish') this.calledAt ??= this.clock.now();
    const ageMs = this.calledAt === undefined ? 0 : this.clock.now() - this.calledAt;
    const id = path.split('/').at(-1) ?? '';
    return this.script({ name, nth, id, params, ageMs }) ?? usual(name, nth);
  }
}

function usual(name: string, nth: number): object {
  const upload_url = 'https://graph.example/up';
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

const windowOf = (from: number) => ({ start_offset: String(from), end_offset: String(BYTES.length) });

function nameOf(method: string, path: string, { upload_phase: phase }: Record<string, unknown>): string {
  if (path.endsWith('/up')) return 'bytes';
  if (path.endsWith('/media_publish')) return 'publish';
  if (method === 'POST' && path.endsWith('/media')) return 'create';
  if (method === 'POST') return typeof phase === 'string' ? phase : 'transfer';
  if (path.endsWith('/stories')) return 'stories';
  return /\/(video_reels|videos|media)$/.test(path) ? 'list' : 'read';
}
