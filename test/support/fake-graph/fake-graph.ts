import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Comment, Host } from '../../../backend/meta-world/call';
import { routeOf } from '../../../backend/meta-world/routes';
import { PATIENCE_MS } from '../patience';
import type { DialogAnswer, PageSpec } from './accounts';
import { Checker, type PublicObject } from './checker';
import { Conversation, type Listeners } from './conversation';
import { Faults, type Fault } from './faults';
import { History, type Call, type CallListener } from './history';
import { FakeNetwork, type Settings } from './network';

export interface FakeGraphOptions extends Partial<Settings> {
  /** Receives each call as a line of JSON when it has ended. */
  historyFile?: string;
  graphPort?: number;
  ruploadPort?: number;
}

/**
 * Serves graph.facebook.com and rupload.facebook.com on two loopback ports, with a history of all calls, faults on
 * demand and a checker of what must never happen.
 */
export class FakeGraph {
  graphUrl = '';
  ruploadUrl = '';
  readonly settings: Settings;
  readonly #checker = new Checker();
  readonly #network: FakeNetwork;
  readonly #faults = new Faults();
  readonly #history: History;
  readonly #listeners: Listeners = { call: new Map(), effect: new Map(), bytes: new Set() };
  #servers: Server[] = [];

  constructor(private readonly options: FakeGraphOptions = {}) {
    const { version = 'v26.0', processingMs = 50, readyBeforeFinish = false, now = Date.now } = options;
    const windowBytes = options.windowBytes ?? [1_048_576, 4_194_304, 2_000_000];
    this.settings = { version, processingMs, readyBeforeFinish, windowBytes, now, app: options.app };
    this.#network = new FakeNetwork(this.settings, this.#checker);
    this.#history = new History(options.historyFile, () => this.settings.now());
  }

  async start(): Promise<{ graphUrl: string; ruploadUrl: string }> {
    this.graphUrl = await this.#listen('graph', this.options.graphPort);
    this.ruploadUrl = await this.#listen('rupload', this.options.ruploadPort);
    return Object.assign(this.#network.urls, { graphUrl: this.graphUrl, ruploadUrl: this.ruploadUrl });
  }

  async stop(): Promise<void> {
    const stopping = this.#servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    );
    this.#servers = [];
    await Promise.all(stopping);
  }

  addPage(page: PageSpec): void {
    this.#network.accounts.add(page);
  }

  /** From now on, until it is called again. */
  answerDialogs(answer: DialogAnswer): void {
    this.#network.dialogAnswer = answer;
  }

  /** Calls with this token are answered with error 190 and this subcode. */
  revoke(
    token: string,
    subcode = 460,
    message = 'Error validating access token: The session has been invalidated.',
  ): void {
    this.#network.accounts.revoke(token, subcode, message);
  }

  restore(token: string): void {
    this.#network.accounts.restore(token);
  }

  /** Pictures under this public address are fetched from where the server really listens. */
  reach(origin: string, at: string): void {
    this.#network.sites.set(origin, at);
  }

  expireContainer(id: string): void {
    this.#network.expireContainer(id);
  }

  fault(fault: Fault): void {
    this.#faults.arm(fault);
  }

  clearFaults(): void {
    this.#faults.clear();
  }

  /** Runs when a call has arrived, before its effect. The answer waits for the listener. */
  onCall(name: string, listener: CallListener): () => void {
    return subscribe(this.#listeners.call, name, listener);
  }

  /** Runs after the effect of a call. The answer waits for the listener. */
  onEffect(name: string, listener: CallListener): () => void {
    return subscribe(this.#listeners.effect, name, listener);
  }

  /** Runs once, when `at` bytes of the body of such a call have arrived. */
  onBytes(name: string, at: number, listener: CallListener): void {
    this.#listeners.bytes.add({ name, at, listener });
  }

  waitForCall(name: string, n = 1, timeoutMs = PATIENCE_MS): Promise<Call> {
    return this.#history.waitFor(name, n, timeoutMs);
  }

  /** `timeoutMs` restarts with each post that is published. */
  async waitForPublished(n = 1, timeoutMs = PATIENCE_MS): Promise<PublicObject[]> {
    let [seen, seenAt] = [0, performance.now()];
    for (;;) {
      const published = this.published();
      if (published.length >= n) return published;
      if (published.length > seen) [seen, seenAt] = [published.length, performance.now()];
      if (performance.now() - seenAt > timeoutMs)
        throw new Error(`${seen} of ${n} published, and no other within ${timeoutMs} ms`);
      await pause(10);
    }
  }

  history(name?: string): Call[] {
    return this.#history.all(name);
  }

  published(): PublicObject[] {
    return this.#checker.published();
  }

  /** The comments of accounts under their own posts. */
  comments(): Comment[] {
    return this.#checker.comments();
  }

  /** The hash of the picture that is shown before this video plays. */
  coverOf(videoId: string): string | undefined {
    const { store } = this.#network;
    const cover = store.read(videoId, 'cover');
    return cover && store.sha256(cover.picture);
  }

  violations(): string[] {
    return this.#checker.violations();
  }

  expectBytes(sha256: string, caption?: string): void {
    this.#checker.expectBytes(sha256, caption);
  }

  expectNotBefore(hashOrCaption: string, due: Date | string | number): void {
    this.#checker.expectNotBefore(hashOrCaption, new Date(due));
  }

  async #listen(host: Host, port = 0): Promise<string> {
    const server = createServer((req, res) => void this.#serve(host, req, res));
    // A slow upload may be part of a test.
    server.requestTimeout = 0;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    this.#servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async #serve(host: Host, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { socket } = req;
    const url = new URL(`http://graph${req.url ?? '/'}`);
    const record = this.#history.open(host, req.method ?? '', url, req.headers);
    const route = routeOf(host, record.method, url.pathname, this.#network);
    record.page = this.#network.pageOf(route.node);
    const call = this.#network.callOf(record, url, req.headers, route);
    try {
      await new Conversation(
        this.#network,
        call,
        route,
        req,
        res,
        this.#history,
        this.#faults,
        this.#listeners,
      ).hold();
    } catch (error) {
      if (req.complete)
        this.#checker.flag('fake-broke', `${record.name}: ${(error as Error).stack ?? String(error)}`);
      this.#history.close(record, 'aborted');
      socket.destroy();
    }
  }
}

function subscribe(to: Map<string, Set<CallListener>>, name: string, listener: CallListener): () => void {
  const listeners = to.get(name) ?? new Set();
  to.set(name, listeners.add(listener));
  return () => listeners.delete(listener);
}
