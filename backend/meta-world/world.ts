import { Logins } from './logins';
import type { Finish, Kind, Processing, Rejection, Start, Store } from './store';

/** How long processing takes and how it ends. Meta decides; callers only see the result. */
export interface ProcessingPlan {
  ms: number;
  rejection?: Rejection;
}

export interface FinishOptions {
  title?: string | undefined;
  caption?: string | undefined;
  /** A time in ms: not earlier. 'never': a draft. */
  live: 'now' | 'never' | number;
}

export interface Published {
  /** The position in the list, for cursors. */
  mark: string;
  id: string;
  start: Start;
  finish: Finish & { live_at: number };
}

export interface Listing {
  owner?: string;
  /** Without them, all but comments. */
  kinds?: readonly Kind[];
  fits?: ((start: Start) => boolean) | undefined;
  limit: number;
  /** A mark. Only older objects are listed. */
  after?: string | undefined;
  sinceMs?: number | undefined;
  untilMs?: number | undefined;
}

/** The state of the network: objects are begun, finished once, go live by the clock and are listed. */
export class World {
  readonly logins: Logins;
  private readonly writers = new Map<string, object>();

  constructor(
    readonly store: Store,
    readonly now: () => number,
  ) {
    this.logins = new Logins(store, now);
  }

  begin(start: Omit<Start, 'at'>): string {
    const at = this.now();
    const id = this.store.mintId(at);
    return this.store.keep(id, 'start', { ...start, at }) ? id : this.begin(start);
  }

  started(id: string): Start | undefined {
    return this.store.read(id, 'start');
  }

  finished(id: string): Finish | undefined {
    return this.store.read(id, 'finish');
  }

  /** `size` is undefined until an upload announces it. */
  upload(id: string) {
    const size = this.store.read(id, 'upload')?.file_size;
    const { bytes, at } = this.store.received(id);
    return { bytes, at, size, isComplete: size !== undefined && bytes >= size };
  }

  /** A later upload of the same object replaces the earlier one, which may have stalled. */
  beginWriting(id: string, writer: object): void {
    this.writers.set(id, writer);
  }

  isWriting(id: string, writer: object): boolean {
    return this.writers.get(id) === writer;
  }

  /** Starts processing. If it has started before, keeps its start and changes its plan. */
  process(id: string, { ms, rejection }: ProcessingPlan, since = this.now()): Processing {
    const at = this.store.read(id, 'processing')?.at ?? since;
    const processing = { at, ready_at: at + ms, ...(rejection && { rejection }) };
    this.store.replace(id, 'processing', processing);
    return processing;
  }

  /**
   * Finishes an object, once. The mark in the index is written first and is valid only together with the fact, so a
   * crash between the two publishes nothing.
   *
   * @returns undefined if the object was finished before.
   */
  finish(id: string, { live, ...words }: FinishOptions): Finish | undefined {
    const start = this.started(id);
    if (!start || this.finished(id)) return undefined;
    this.writers.delete(id);
    const at = this.now();
    const { ready_at: readyAt = at, rejection } = this.store.read(id, 'processing') ?? {};
    const earliest = Math.max(at, readyAt, typeof live === 'number' ? live : 0);
    const liveAt = rejection || live === 'never' ? null : earliest;
    const becomes = BECOMES[start.kind];
    const finish: Finish = {
      at,
      live_at: liveAt,
      ...words,
      ...(becomes && { public_id: this.begin({ kind: becomes, owner: start.owner, target: id }) }),
    };
    const mark = liveAt === null ? undefined : markOf(liveAt, start.owner, id);
    if (mark) this.store.mark(mark);
    if (this.store.keep(id, 'finish', finish)) return finish;
    if (mark && this.finished(id)?.live_at !== liveAt) this.store.unmark(mark);
    return undefined;
  }

  isLive(id: string): boolean {
    const liveAt = this.finished(id)?.live_at;
    return liveAt != null && liveAt <= this.now();
  }

  /** Newest first. Reads the whole index, and two facts for each object listed. */
  published({ untilMs = Infinity, sinceMs = 0, ...listing }: Listing): Published[] {
    const latest = Math.min(this.now(), untilMs);
    const found: Published[] = [];
    for (const mark of this.store.marks().sort().reverse()) {
      if (found.length >= listing.limit) break;
      const { liveAt, owner, id } = readMark(mark);
      if (liveAt > latest) continue;
      if (liveAt < sinceMs) break;
      if (listing.owner !== undefined && listing.owner !== owner) continue;
      if (listing.after !== undefined && mark >= listing.after) continue;
      const [start, finish] = [this.started(id), this.finished(id)];
      if (!start || finish?.live_at !== liveAt) continue;
      if (listing.kinds ? !listing.kinds.includes(start.kind) : start.kind === 'comment') continue;
      if (listing.fits && !listing.fits(start)) continue;
      found.push({ mark, id, start, finish: { ...finish, live_at: liveAt } });
    }
    return found;
  }

  withdraw(id: string): void {
    const [start, finish] = [this.started(id), this.finished(id)];
    this.store.forget(id);
    this.writers.delete(id);
    if (start && finish?.live_at != null) this.store.unmark(markOf(finish.live_at, start.owner, id));
  }
}

/** Two processes that finish one object at the same time both begin one; only the one in the fact is published. */
const BECOMES: Partial<Record<Kind, Kind>> = {
  reel: 'video_post',
  video: 'video_post',
  story_video: 'story',
  container: 'media',
};

function markOf(liveAt: number, owner: string, id: string): string {
  return `${liveAt.toString().padStart(15, '0')}-${owner}-${id}`;
}

function readMark(mark: string) {
  const [liveAt = '', owner = '', id = ''] = mark.split('-');
  return { liveAt: Number(liveAt), owner, id };
}
