import { appendFileSync } from 'node:fs';
import type { Host } from '../../../backend/meta-world/call';

export interface Call {
  seq: number;
  name: string;
  /** The number of the call among those with its name, from 1. */
  nth: number;
  /** The arrival of the first byte, on the monotonic clock in ms. `date`: on the wall clock. */
  at: number;
  date: string;
  host: Host;
  method: string;
  path: string;
  page: string | null;
  /** The holder of the token: `page:ID`, `user:ID`, `app`, `unknown` or `none`. */
  token: string;
  headers: Record<string, string>;
  params: Record<string, string>;
  bytes: number;
  received: boolean;
  effect: boolean;
  outcome: 'open' | 'answered' | 'cut' | 'hung' | 'aborted';
  status: number | null;
}

export type CallListener = (call: Readonly<Call>) => unknown;

const hiddenParameters = [
  'access_token',
  'input_token',
  'fb_exchange_token',
  'client_secret',
  'appsecret_proof',
  'code',
];

/** Append-only. Contains a call from its first byte on. With a file, a call that has ended becomes a line of it. */
export class History {
  #calls: Call[] = [];
  #counts = new Map<string, number>();
  #waiting = new Set<() => void>();

  constructor(
    private readonly file: string | undefined,
    private readonly now: () => number,
  ) {}

  open(host: Host, method: string, url: URL, headers: NodeJS.Dict<string | string[]>): Call {
    const call: Call = {
      seq: this.#calls.length + 1,
      name: 'unknown',
      nth: 0,
      at: performance.now(),
      date: new Date(this.now()).toISOString(),
      host,
      method,
      path: url.pathname + withoutSecrets(url),
      page: null,
      token: 'none',
      headers: {},
      params: {},
      bytes: 0,
      received: false,
      effect: false,
      outcome: 'open',
      status: null,
    };
    for (const [name, value] of Object.entries(headers)) {
      if (name !== 'authorization') call.headers[name] = String(value);
    }
    this.#calls.push(call);
    return call;
  }

  name(call: Call, name: string): void {
    call.name = name;
    call.nth = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, call.nth);
  }

  addParams(call: Call, params: Record<string, string>): void {
    for (const [name, value] of Object.entries(params)) {
      call.params[name] = hiddenParameters.includes(name) ? '…' : value;
    }
  }

  receive(call: Call): void {
    call.received = true;
    for (const check of this.#waiting) check();
  }

  close(call: Call, outcome: Call['outcome'], status: number | null = null): void {
    if (call.outcome !== 'open') return;
    call.outcome = outcome;
    call.status = status;
    if (this.file) appendFileSync(this.file, JSON.stringify(call) + '\n');
    for (const check of this.#waiting) check();
  }

  all(name?: string): Call[] {
    return structuredClone(
      name === undefined ? this.#calls : this.#calls.filter((call) => call.name === name),
    );
  }

  /** Resolves when the n-th call of that name has arrived completely or has been cut off. */
  async waitFor(name: string, n: number, timeoutMs: number): Promise<Call> {
    const find = () => this.#calls.filter((call) => call.name === name && isOver(call))[n - 1];
    return new Promise((resolve, reject) => {
      const check = () => {
        const call = find();
        if (!call) return;
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve(structuredClone(call));
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(check);
        const seen = this.#calls.map((call) => call.name).join(', ') || 'none';
        reject(new Error(`no call ${n} of ${name} within ${timeoutMs} ms; calls so far: ${seen}`));
      }, timeoutMs);
      this.#waiting.add(check);
      check();
    });
  }
}

function isOver(call: Call): boolean {
  return call.received || call.outcome !== 'open';
}

function withoutSecrets(url: URL): string {
  const query = new URLSearchParams(url.search);
  for (const name of hiddenParameters) if (query.has(name)) query.set(name, '…');
  return query.size > 0 ? `?${query.toString()}` : '';
}
