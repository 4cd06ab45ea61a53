import { offsetInvalid, type Answer } from '../../../backend/meta-world/answer';
import { openTransfer, sizesOf } from '../../../backend/meta-world/bytes';
import type { Exchange, Hooks, Publication, UploadedFile } from '../../../backend/meta-world/exchange';
import { ownerOf } from '../../../backend/meta-world/objects';
import { perform, permalinkOf } from '../../../backend/meta-world/perform';
import { arriving, type Route } from '../../../backend/meta-world/routes';
import { wrongOffset } from '../../../backend/meta-world/videos';
import { World, type Outlook } from '../../../backend/meta-world/world';
import { FakeAccounts } from './accounts';
import type { Checker } from './checker';
import type { FaultAction } from './faults';
import type { Call } from './history';
import { MemoryStore } from './memory-store';
import { Rules, targetOf } from './rules';

export interface Settings {
  version: string;
  processingMs: number;
  readyBeforeFinish: boolean;
  /** Sizes of the windows that /videos asks for, in turn. */
  windowBytes: number[];
  now: () => number;
  app?: Exchange['settings']['app'];
}

/** One request on its way through. */
export interface FakeExchange extends Exchange {
  call: Call;
  action: FaultAction;
}

/** Meta's world in memory, with what a test orders for single calls. */
export class FakeNetwork {
  readonly accounts: FakeAccounts;
  readonly store: MemoryStore;
  readonly world: World;
  readonly urls = { graphUrl: '', ruploadUrl: '' };
  private readonly rules: Rules;
  private readonly outlooks = new Map<string, Partial<Outlook>>();

  constructor(
    readonly settings: Settings,
    private readonly checker: Checker,
  ) {
    const { now } = settings;
    this.accounts = new FakeAccounts(now);
    this.store = new MemoryStore(now);
    this.world = new World(this.store, now);
    this.rules = new Rules(checker, this.accounts);
  }

  exchange(call: Call, url: URL, headers: Exchange['headers'], route: Route): FakeExchange {
    const { version, readyBeforeFinish, app } = this.settings;
    const settings = { version, readyBeforeFinish, app, permalink: permalinkOf, ...this.urls };
    const { world, accounts } = this;
    const { method, host } = call;
    const hooks = this.hooks(() => x);
    const side = { world, accounts, settings, hooks };
    const x: FakeExchange = Object.assign(arriving({ method, host, url, headers }, route, side), {
      call,
      action: {},
    });
    return x;
  }

  fileOf(content: Buffer): UploadedFile {
    const addTo = (id: string) => this.store.add(id, content);
    return { bytes: content.length, head: content.subarray(0, 8), addTo };
  }

  /** The page that an id is about, also by its Instagram account. */
  pageOf(id: string): string | null {
    return this.accounts.specOf(ownerOf(this, id)?.id ?? '')?.id ?? null;
  }

  /** Where the raw bytes of a call go, or why they are refused. */
  open(x: FakeExchange): { sink: (bytes: Buffer) => void } | { refusal: Answer } {
    this.rules.arrived(x);
    const opened = openTransfer(x);
    if ('refusal' in opened) return opened;
    const { size, isOpen } = opened.transfer;
    const room = () => size - this.store.received(x.node).bytes;
    return { sink: (piece) => isOpen() && room() > 0 && this.store.add(x.node, piece.subarray(0, room())) };
  }

  /** What a call that has come in whole does, and what it is answered. `refusal`: of its first bytes. */
  perform(x: FakeExchange, route: Route, refusal?: Answer): Answer {
    if (!x.edge) this.checker.flag('unknown-call', `${x.method} ${x.call.path}`);
    else if (!route.isVersioned) this.checker.flag('no-version', `${x.method} ${x.call.path}`);
    else if (x.host === 'graph') this.rules.arrived(x);
    const answer = perform(x, route, refusal);
    x.call.effect = x.effect;
    x.call.token = nameOfCaller(x);
    this.rules.answered(x);
    return x.action.wrongOffset === 'after' ? (this.offsetRefusal(x) ?? answer) : answer;
  }

  expireContainer(id: string): void {
    const start = this.store.read(id, 'start');
    if (start?.kind !== 'container') throw new Error(`no container ${id}`);
    this.store.replace(id, 'start', { ...start, at: 0 });
  }

  private hooks(exchange: () => FakeExchange): Hooks {
    const { windowBytes, processingMs } = this.settings;
    return {
      admitted: () => {
        const x = exchange();
        this.rules.admitted(x);
        this.note(x);
        return x.action.wrongOffset === true ? this.offsetRefusal(x) : undefined;
      },
      outlook: (id) => ({ ms: processingMs, ...this.outlooks.get(id) }),
      windowBytes: () => {
        const x = exchange();
        const turn = x.call.nth + (x.name === 'videos.start' ? 0 : 1);
        return windowBytes[turn % windowBytes.length]!;
      },
      published: (publication) => this.publish(publication),
    };
  }

  /** What was ordered for the processing of a video holds whichever of its calls it was ordered with. */
  private note(x: FakeExchange): void {
    const { stuckProcessing: ms, rejectProcessing: rejection } = x.action;
    const id = targetOf(x);
    if (id === undefined) return;
    const noted = { ...(ms !== undefined && { ms }), ...(rejection && { rejection }) };
    this.outlooks.set(id, { ...this.outlooks.get(id), ...noted });
  }

  private offsetRefusal(x: FakeExchange): Answer | undefined {
    if (x.host === 'rupload') return offsetInvalid(sizesOf(x).offset);
    const video = x.name === 'videos.transfer' ? targetOf(x) : undefined;
    return video === undefined ? undefined : wrongOffset(x, video);
  }

  private publish({ account, sources, at, ...object }: Publication): void {
    const pageId = this.accounts.specOf(account)?.id ?? '';
    const bytesSha256 = sources.map((id) => this.store.sha256(id)).join();
    this.checker.publish(account, { ...object, pageId, bytesSha256, at: new Date(at) }, sources);
  }
}

function nameOfCaller({ identity, call }: FakeExchange): string {
  if (!identity) return call.token;
  if (identity.kind === 'page') return `page:${identity.page.id}`;
  return identity.kind === 'user' ? `user:${identity.userId}` : 'app';
}
