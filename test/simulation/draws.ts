type Key = readonly (string | number)[];

/**
 * Chance that is a function of its key: two streams never disturb each other, so that an action that is left out of a
 * run changes nothing of what the others draw.
 */
export class Draws {
  private readonly key: number;
  private drawn = 0;

  constructor(...key: Key) {
    this.key = hashOf(key);
  }

  /** From 0 up to 1. */
  next(): number {
    return unit(mix(this.key, this.drawn++));
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** A whole number; both ends count. */
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.whole(0, from.length - 1)] as T;
  }

  /** By weight. */
  pickFrom<T extends string>(weights: Record<T, number>): T {
    const entries = Object.entries(weights) as [T, number][];
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) if ((rest -= weight) < 0) return name;
    return (entries.at(-1) as [T, number])[0];
  }

  bytes(length: number): Buffer {
    const words = new Uint32Array(Math.ceil(length / 4));
    for (let n = 0; n < words.length; n++) words[n] = mix(this.key, this.drawn++);
    return Buffer.from(words.buffer, 0, length);
  }
}

export function hashOf(key: Key): number {
  let hash = 0x9e3779b9;
  for (const word of key) {
    if (typeof word === 'number') hash = mix(mix(hash, word | 0), Math.floor(word / 2 ** 32) | 0);
    else for (let n = 0; n < word.length; n++) hash = mix(hash, word.charCodeAt(n));
  }
  return hash;
}

export function mix(hash: number, word: number): number {
  let mixed = Math.imul(hash ^ word, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16) ^ hash, 0x27d4eb2f);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

export const unit = (hash: number): number => hash / 2 ** 32;
