import { Clock } from '../common/clock';
import { RehearsalFaults } from './rehearsal-faults';
import { RehearsalStore } from './rehearsal-store';

const PROCESSING_MS = 2_000;
const SLOW_PROCESSING_MS = 60_000;

export type Kind = 'reel' | 'video' | 'session' | 'photo' | 'post' | 'container' | 'media';

/** The first fact of every object. Instants are ms since 1970. */
export interface Start {
  kind: Kind;
  owner: string;
  at: number;
  /** What a session uploads, what a media was published from, the post a photo's own publication made. */
  target?: string;
  caption?: string;
  mime?: string;
  photos?: string[];
}

/** The fact that makes an object public, or says why it never will be. */
export interface Finish {
  at: number;
  ready_at: number;
  /** null: a draft, or rejected. */
  live_at: number | null;
  rejected?: boolean;
  title?: string;
  caption?: string;
  media_id?: string;
}

/** When a container's bytes are through, and how that ended. */
export interface Processing {
  ready_at: number;
  rejected: boolean;
}

export interface Wish {
  title?: string | undefined;
  caption?: string | undefined;
  /** An instant in ms: not before that one; 'never': a draft. */
  live: 'now' | 'never' | number;
  media_id?: string;
}

export interface Published {
  /** The place in the list, for cursors. */
  mark: string;
  id: string;
  start: Start;
  finish: Finish & { live_at: number };
}

export interface Listing {
  owner?: string;
  kinds?: readonly Kind[];
  limit: number;
  /** A mark: only what is older. */
  after?: string | undefined;
  sinceMs?: number;
  untilMs?: number;
}

/** What happens on the network: things begin, are finished once, become public by the clock, and are listed. */
export class RehearsalNetwork {
  readonly store: RehearsalStore;
  readonly faults: RehearsalFaults;

  constructor(
    dir: string,
    readonly clock: Clock = new Clock(),
  ) {
    this.store = new RehearsalStore(dir);
    this.faults = new RehearsalFaults(dir, clock);
  }

  async begin(start: Omit<Start, 'at'>, id = this.store.mintId(this.clock.now())): Promise<string> {
    const fact: Start = { ...start, at: this.clock.now() };
    return (await this.store.keep(id, 'start', fact)) ? id : this.begin(start);
  }

  async started(id: string): Promise<Start | undefined> {
    return (await this.store.read(id, 'start')) as Start | undefined;
  }

  async finished(id: string): Promise<Finish | undefined> {
    return (await this.store.read(id, 'finish')) as Finish | undefined;
  }

  async fileSize(id: string): Promise<number | undefined> {
    return ((await this.store.read(id, 'upload')) as { file_size: number } | undefined)?.file_size;
  }

  async processing(id: string): Promise<Processing | undefined> {
    return (await this.store.read(id, 'processing')) as Processing | undefined;
  }

  /** Sends a complete container through processing. Read again if a crash came between the last byte and this. */
  async digest(id: string, owner: string): Promise<void> {
    if (await this.processing(id)) return;
    const { at } = await this.store.received(id);
    await this.store.keep(id, 'processing', {
      ready_at: Math.floor(at) + (await this.processingMs(owner)),
      rejected: await this.faults.take(owner, 'rejected_video'),
    });
  }

  /** Processes a video and makes it public. A second time changes nothing and answers what the first one did. */
  async finishVideo(id: string, owner: string, wish: Wish): Promise<Finish> {
    const before = await this.finished(id);
    if (before) return before;
    const rejected = await this.faults.take(owner, 'rejected_video');
    return this.finish(id, owner, await this.processingMs(owner), wish, rejected);
  }

  /** Makes public what needs no processing. */
  publish(id: string, owner: string, wish: Wish): Promise<Finish> {
    return this.finish(id, owner, 0, wish, false);
  }

  async isLive(id: string): Promise<boolean> {
    const finish = await this.finished(id);
    return finish?.live_at != null && finish.live_at <= this.clock.now();
  }

  /** Newest first. Costs one directory of what was published, and two small files for each one given. */
  async published(listing: Listing): Promise<Published[]> {
    const found: Published[] = [];
    const names = (await this.store.marks('published')).sort().reverse();
    for (const mark of names) {
      if (found.length >= listing.limit) break;
      const { liveAt, owner, id } = readMark(mark);
      if (liveAt > Math.min(this.clock.now(), listing.untilMs ?? Infinity)) continue;
      if (liveAt < (listing.sinceMs ?? 0)) break;
      if (listing.owner !== undefined && listing.owner !== owner) continue;
      if (listing.after !== undefined && mark >= listing.after) continue;
      const [start, finish] = await Promise.all([this.started(id), this.finished(id)]);
      if (!start || finish?.live_at !== liveAt) continue;
      if (listing.kinds && !listing.kinds.includes(start.kind)) continue;
      found.push({ mark, id, start, finish: { ...finish, live_at: liveAt } });
    }
    return found;
  }

  async withdraw(id: string, owner: string): Promise<void> {
    const finish = await this.finished(id);
    await this.store.forget(id);
    if (finish?.live_at != null) await this.store.unmark('published', markOf(finish.live_at, owner, id));
  }

  /** The mark in the list comes first and counts only once the fact stands, so a crash between them shows nothing. */
  private async finish(
    id: string,
    owner: string,
    processingMs: number,
    { live, ...words }: Wish,
    rejected: boolean,
  ): Promise<Finish> {
    const at = this.clock.now();
    const readyAt = at + processingMs;
    const liveAt = rejected || live === 'never' ? null : Math.max(readyAt, live === 'now' ? 0 : live);
    const finish: Finish = {
      at,
      ready_at: readyAt,
      live_at: liveAt,
      ...(rejected && { rejected }),
      ...words,
    };
    if (liveAt !== null) await this.store.mark('published', markOf(liveAt, owner, id));
    if (await this.store.keep(id, 'finish', finish)) return finish;
    const first = (await this.finished(id)) ?? finish;
    if (liveAt !== null && first.live_at !== liveAt)
      await this.store.unmark('published', markOf(liveAt, owner, id));
    return first;
  }

  private async processingMs(owner: string): Promise<number> {
    return (await this.faults.active(owner, 'slow_processing')) ? SLOW_PROCESSING_MS : PROCESSING_MS;
  }
}

function markOf(liveAt: number, owner: string, id: string): string {
  return `${liveAt.toString().padStart(15, '0')}-${owner}-${id}`;
}

function readMark(mark: string) {
  const [liveAt = '', owner = '', id = ''] = mark.split('-');
  return { liveAt: Number(liveAt), owner, id };
}
