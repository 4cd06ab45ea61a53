import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { serverError, traceId, type Answer } from '../../../backend/meta-world/answer';
import { headersOf } from '../../../backend/meta-world/perform';
import { nameCall, type Route } from '../../../backend/meta-world/routes';
import { fieldsOf, phaseIn, piecesOf } from './body';
import type { FaultAction, Faults } from './faults';
import type { CallListener, History } from './history';
import type { FakeCall } from './fake-call';
import type { FakeNetwork } from './network';

export interface Listeners {
  call: Map<string, Set<CallListener>>;
  effect: Map<string, Set<CallListener>>;
  bytes: Set<{ name: string; at: number; listener: CallListener }>;
}

const bodyLimit = 64 * 1024 * 1024;

/** Serves one call from its first byte to its answer, with the faults that the test has armed. */
export class Conversation {
  #chunks: Buffer[] = [];
  #sink: (bytes: Buffer) => void = (bytes) => this.#chunks.push(bytes);
  #refusal: Answer | undefined;
  // Node detaches the socket from a request whose body is not read to the end.
  readonly #socket: Socket;

  constructor(
    private readonly network: FakeNetwork,
    private readonly call: FakeCall,
    private readonly route: Route,
    private readonly req: IncomingMessage,
    private readonly res: ServerResponse,
    private readonly history: History,
    private readonly faults: Faults,
    private readonly listeners: Listeners,
  ) {
    this.#socket = req.socket;
  }

  async hold(): Promise<void> {
    const end = await this.#reach();
    if (end === 'hung') this.history.close(this.call.record, 'hung');
    else if (end === 'cut') this.#cut();
    else this.#send(end);
  }

  async #reach(): Promise<Answer | 'cut' | 'hung'> {
    const { call, history, route } = this;
    if (typeof route.name === 'string') this.#name();
    if (!(await this.#read())) return 'cut';
    history.receive(call.record);
    await this.#tell('call');

    const { action } = call;
    if (action.delayMs !== undefined && !action.after) await pause(action.delayMs);
    if (action.cut === 'before') return 'cut';
    if (action.hang && !action.after) return 'hung';
    if (failsBefore(action)) return this.#failure();

    await this.network.fetchFor(call);
    const answer = this.network.perform(call, route, this.#refusal);
    await this.#tell('effect');
    if (action.delayMs !== undefined && action.after) await pause(action.delayMs);
    if (action.cut === 'after' || call.truncated) return 'cut';
    if (action.hang) return 'hung';
    if (action.after && (action.html || action.status !== undefined)) return this.#failure();
    return { ...answer, headers: { ...answer.headers, ...action.headers } };
  }

  #name(phase?: string): void {
    const { call, faults, history } = this;
    nameCall(call, this.route, phase);
    history.name(call.record, call.name);
    call.action = faults.take(call.record);
    if (!this.#isRaw()) return;
    const opened = failsBefore(call.action) ? undefined : this.network.open(call);
    if (opened && 'refusal' in opened) this.#refusal = opened.refusal;
    this.#sink = opened && 'sink' in opened ? opened.sink : () => undefined;
  }

  #isRaw(): boolean {
    return this.call.host === 'rupload' && this.call.edge !== undefined;
  }

  /** @returns whether the body is complete. The bytes of an upload are kept in any case. */
  async #read(): Promise<boolean> {
    const { call, req } = this;
    const { record } = call;
    for await (const piece of piecesOf(req, () => call.action.drip)) {
      if (call.action.cut === 'before' && this.#isRaw()) return false;
      const room = (call.action.cutAtBytes ?? Infinity) - record.bytes;
      const kept = piece.subarray(0, Math.max(0, room));
      record.bytes += kept.length;
      if (record.bytes > bodyLimit && !this.#isRaw()) throw new Error('a body too large for this call');
      this.#sink(kept);
      if (record.nth === 0) this.#nameByPhase();
      await this.#tellBytes();
      if (record.bytes >= (call.action.cutAtBytes ?? Infinity)) {
        call.truncated = true;
        if (this.#isRaw()) return false;
        break;
      }
    }
    if (!req.complete && !call.truncated) throw new Error('the caller hung up');
    this.#takeFields();
    if (record.nth === 0) this.#name();
    return true;
  }

  #nameByPhase(): void {
    const phase = phaseIn(Buffer.concat(this.#chunks), this.call.url.searchParams);
    if (phase !== undefined) this.#name(phase);
  }

  #takeFields(): void {
    const { call } = this;
    const fields = fieldsOf(String(call.headers['content-type'] ?? ''), Buffer.concat(this.#chunks));
    this.#chunks = [];
    call.params = { ...Object.fromEntries(call.url.searchParams), ...fields.params };
    call.files = Object.fromEntries(
      Object.entries(fields.files).map(([name, content]) => [name, this.network.fileOf(content)]),
    );
    this.history.addParams(call.record, call.params);
  }

  async #tell(when: 'call' | 'effect'): Promise<void> {
    const { record } = this.call;
    if (when === 'effect' && !record.effect) return;
    for (const listener of this.listeners[when].get(record.name) ?? []) await listener(record);
  }

  async #tellBytes(): Promise<void> {
    for (const watch of this.listeners.bytes) {
      if (watch.name !== this.call.record.name || this.call.record.bytes < watch.at) continue;
      this.listeners.bytes.delete(watch);
      await watch.listener(this.call.record);
    }
  }

  #failure(): Answer {
    const { action } = this.call;
    if (action.html)
      return { status: action.status ?? 502, body: '<html><body><h1>Bad Gateway</h1></body></html>' };
    const fallback = serverError().body;
    return { status: action.status ?? 500, body: action.body ?? fallback, headers: action.headers };
  }

  #cut(): void {
    this.history.close(this.call.record, 'cut');
    this.#socket.destroy();
  }

  #send(answer: Answer): void {
    const { res, call } = this;
    const error = (answer.body as { error?: { fbtrace_id?: string } } | null)?.error;
    const trace = error?.fbtrace_id ?? traceId();
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    this.history.close(call.record, res.destroyed ? 'aborted' : 'answered', answer.status);
    res.writeHead(answer.status, {
      ...headersOf(answer, call.settings.version),
      ...(text.startsWith('<') && { 'content-type': 'text/html; charset=utf-8' }),
      'content-length': Buffer.byteLength(text),
      'x-fb-trace-id': trace,
      date: new Date(this.network.settings.now()).toUTCString(),
    });
    res.end(text);
  }
}

function failsBefore(action: FaultAction): boolean {
  if (action.after) return false;
  return (
    action.cut === 'before' || action.hang === true || action.html === true || action.status !== undefined
  );
}
