import { createHash, type Hash } from 'node:crypto';
import type { Fact, Facts, Store } from '../../../backend/meta-world/store';

interface Bytes {
  count: number;
  at: number;
  hash: Hash;
}

/** The world of one test. Bytes of media are counted and hashed, not kept. */
export class MemoryStore implements Store {
  private readonly objects = new Map<string, Partial<Facts>>();
  private readonly media = new Map<string, Bytes>();
  private readonly public = new Set<string>();
  // Above 2^53: a client that parses an id as a number corrupts it.
  private lastId = 90_071_992_547_409_931n;

  constructor(private readonly now: () => number) {}

  mintId(): string {
    this.lastId += 1009n;
    return this.lastId.toString();
  }

  keep<F extends Fact>(id: string, fact: F, value: Facts[F]): boolean {
    if (this.read(id, fact)) return false;
    this.replace(id, fact, value);
    return true;
  }

  replace<F extends Fact>(id: string, fact: F, value: Facts[F]): void {
    this.objects.set(id, { ...this.objects.get(id), [fact]: value });
  }

  read<F extends Fact>(id: string, fact: F): Facts[F] | undefined {
    return this.objects.get(id)?.[fact];
  }

  forget(id: string): void {
    this.objects.delete(id);
    this.media.delete(id);
  }

  received(id: string): { bytes: number; at: number } {
    const { count: bytes = 0, at = 0 } = this.media.get(id) ?? {};
    return { bytes, at };
  }

  add(id: string, piece: Buffer): void {
    const { hash = createHash('sha256'), count = 0 } = this.media.get(id) ?? {};
    this.media.set(id, { hash: hash.update(piece), count: count + piece.length, at: this.now() });
  }

  copy(from: string, to: string): void {
    const bytes = this.media.get(from);
    if (bytes) this.media.set(to, { ...bytes, hash: bytes.hash.copy(), at: this.now() });
  }

  sha256(id: string): string {
    return this.media.get(id)?.hash.copy().digest('hex') ?? '';
  }

  mark(name: string): void {
    this.public.add(name);
  }

  unmark(name: string): void {
    this.public.delete(name);
  }

  marks(): string[] {
    return [...this.public];
  }
}

/** A read-only view of the store without the objects that were finished after `instant`. */
export function before(instant: number, store: MemoryStore): MemoryStore {
  const read: MemoryStore['read'] = (id, fact) => {
    const value = store.read(id, fact);
    return fact === 'finish' && value && 'at' in value && value.at > instant ? undefined : value;
  };
  return Object.create(store, { read: { value: read } }) as MemoryStore;
}
