import { offsetInvalid, type Answer } from '../../../backend/meta-world/answer';
import { openTransfer, sizesOf } from '../../../backend/meta-world/bytes';
import type { Hooks, MetaCall, Publication, UploadedFile } from '../../../backend/meta-world/call';
import { ownerOf } from '../../../backend/meta-world/objects';
import { perform, permalinkOf } from '../../../backend/meta-world/perform';
import { addressesToFetch } from '../../../backend/meta-world/photo-addresses';
import { arriving, type Route } from '../../../backend/meta-world/routes';
import { wrongOffset } from '../../../backend/meta-world/videos';
import { World, type ProcessingPlan } from '../../../backend/meta-world/world';
import { FakeAccounts, type DialogAnswer } from './accounts';
import type { Checker } from './checker';
import type { FaultAction } from './faults';
import type { Call } from './history';
import type { FakeCall } from './fake-call';
import { fetchPicture } from './fetched-picture';
import { MemoryStore } from './memory-store';
import { Rules, targetOf } from './rules';

export interface Settings {
  version: string;
  processingMs: number;
  readyBeforeFinish: boolean;
  /** Sizes of the chunks of /videos, in turn. */
  windowBytes: number[];
  now: () => number;
  app?: MetaCall['settings']['app'];
}

/** Meta's world in memory, with rules for the client and faults for single calls. */
export class FakeNetwork {
  readonly accounts: FakeAccounts;
  readonly store: MemoryStore;
  readonly world: World;
  readonly urls = { graphUrl: '', ruploadUrl: '' };
  dialogAnswer: DialogAnswer = {};
  /** Where the servers listen whose public addresses Meta fetches from, by origin. */
  readonly sites = new Map<string, string>();
  private readonly rules: Rules;
  private readonly processing = new Map<string, Partial<ProcessingPlan>>();

  constructor(
    readonly settings: Settings,
    private readonly checker: Checker,
  ) {
    const { now } = settings;
    this.store = new MemoryStore(now);
    this.world = new World(this.store, now);
    this.accounts = new FakeAccounts(now, this.world.logins);
    this.rules = new Rules(checker, this.accounts);
  }

  callOf(record: Call, url: URL, headers: MetaCall['headers'], route: Route): FakeCall {
    const { version, readyBeforeFinish, app } = this.settings;
    const settings = { version, readyBeforeFinish, app, loginApp: app, permalink: permalinkOf, ...this.urls };
    const { world, accounts } = this;
    const { method, host } = record;
    const hooks = this.hooks(() => call);
    const side = { world, accounts, settings, hooks };
    const call: FakeCall = Object.assign(arriving({ method, host, url, headers }, route, side), {
      record,
      action: {},
    });
    return call;
  }

  /** Fetches what the call names by address, as Meta does: without cookies, and from no private address. */
  async fetchFor(call: FakeCall): Promise<void> {
    for (const [parameter, address] of addressesToFetch(call)) {
      const content = await fetchPicture(address, this.sites, this.checker);
      if (!content) continue;
      const addTo = (id: string) => this.store.add(id, content);
      call.fetched[parameter] = { bytes: content.length, isJpeg: content[0] === 0xff, addTo };
    }
  }

  fileOf(content: Buffer): UploadedFile {
    const addTo = (id: string) => this.store.add(id, content);
    return { bytes: content.length, head: content.subarray(0, 8), addTo };
  }

  /** The id of the Page that owns the object or Instagram account with this id. */
  pageOf(id: string): string | null {
    return this.accounts.specOf(ownerOf(this, id)?.id ?? '')?.id ?? null;
  }

  /** Opens an upload. */
  open(call: FakeCall): { sink: (bytes: Buffer) => void } | { refusal: Answer } {
    this.rules.arrived(call);
    const opened = openTransfer(call);
    if ('refusal' in opened) return opened;
    const { size, isOpen } = opened.transfer;
    const room = () => size - this.store.received(call.node).bytes;
    return {
      sink: (piece) => isOpen() && room() > 0 && this.store.add(call.node, piece.subarray(0, room())),
    };
  }

  /** Applies a complete call and answers it. `refusal`: the error of `open`. */
  perform(call: FakeCall, route: Route, refusal?: Answer): Answer {
    if (!call.edge) this.checker.flag('unknown-call', `${call.method} ${call.record.path}`);
    else if (!route.isVersioned) this.checker.flag('no-version', `${call.method} ${call.record.path}`);
    else if (call.host === 'graph') this.rules.arrived(call);
    const answer = perform(call, route, refusal);
    call.record.effect = call.effect;
    call.record.token = nameOfCaller(call);
    this.rules.answered(call);
    return call.action.wrongOffset === 'after' ? (this.offsetRefusal(call) ?? answer) : answer;
  }

  expireContainer(id: string): void {
    const start = this.store.read(id, 'start');
    if (start?.kind !== 'container') throw new Error(`no container ${id}`);
    this.store.replace(id, 'start', { ...start, at: 0 });
  }

  private hooks(current: () => FakeCall): Hooks {
    const { windowBytes, processingMs } = this.settings;
    return {
      admitted: () => {
        const call = current();
        this.rules.admitted(call);
        this.note(call);
        return call.action.wrongOffset === true ? this.offsetRefusal(call) : undefined;
      },
      processing: (id) => {
        const call = current();
        // The container has no id before this call.
        if (call.name === 'ig.create') this.noteFor(id, call.action);
        return { ms: processingMs, ...this.processing.get(id) };
      },
      windowBytes: () => {
        const call = current();
        const turn = call.record.nth + (call.name === 'videos.start' ? 0 : 1);
        return windowBytes[turn % windowBytes.length]!;
      },
      published: (publication) => this.publish(publication),
      commented: (comment) => this.checker.comment(comment),
      asked: () => this.accounts.choose(this.dialogAnswer),
    };
  }

  /** A fault of processing applies to the video, whichever of its calls carried it. */
  private note(call: FakeCall): void {
    const id = targetOf(call);
    if (id !== undefined) this.noteFor(id, call.action);
  }

  private noteFor(id: string, { stuckProcessing: ms, rejectProcessing: rejection }: FaultAction): void {
    const noted = { ...(ms !== undefined && { ms }), ...(rejection && { rejection }) };
    this.processing.set(id, { ...this.processing.get(id), ...noted });
  }

  private offsetRefusal(call: FakeCall): Answer | undefined {
    if (call.host === 'rupload') return offsetInvalid(sizesOf(call).offset);
    const video = call.name === 'videos.transfer' ? targetOf(call) : undefined;
    return video === undefined ? undefined : wrongOffset(call, video);
  }

  private publish({ account, sources, at, ...object }: Publication): void {
    const pageId = this.accounts.specOf(account)?.id ?? '';
    const bytesSha256 = sources.map((id) => this.store.sha256(id)).join();
    this.checker.publish(account, { ...object, pageId, bytesSha256, at: new Date(at) }, sources);
  }
}

function nameOfCaller({ identity, record }: FakeCall): string {
  if (!identity) return record.token;
  if (identity.kind === 'page') return `page:${identity.page.id}`;
  return identity.kind === 'user' ? `user:${identity.userId}` : 'app';
}
