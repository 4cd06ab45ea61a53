/** When a pending post goes out, in ms since 1970, and where it stands among those that wait on its account. */
export interface Place {
  position: number | null;
  nextAt: number | null;
  why: 'time' | 'frequency' | 'slot' | null;
}

/** The places of all posts that wait on an account, by the ids of the posts. */
export type Places = Map<number, Place>;

/** A short queue is looked through anew. */
const FEWEST = 500;

const MOST = 100_000;

interface Foreseen {
  places: Places;
  /** They hold from then on, */
  from: number;
  /** and up to then. */
  until: number;
}

/** Remembers the places in long queues, so that the pages of a list do not look through a queue again and again. */
export class KeptPlaces {
  private readonly accounts = new Map<number, Foreseen & { version: string }>();
  private size = 0;

  get(accountId: number, version: string, now: number): Places | undefined {
    const kept = this.accounts.get(accountId);
    if (!kept) return undefined;
    if (kept.version === version && kept.from <= now && now < kept.until) return kept.places;
    this.size -= kept.places.size;
    this.accounts.delete(accountId);
    return undefined;
  }

  set(accountId: number, version: string, foreseen: Foreseen): void {
    const { size } = foreseen.places;
    if (size < FEWEST || size > MOST) return;
    this.get(accountId, '', NaN);
    if (this.size + size > MOST) {
      this.accounts.clear();
      this.size = 0;
    }
    this.accounts.set(accountId, { ...foreseen, version });
    this.size += size;
  }
}
