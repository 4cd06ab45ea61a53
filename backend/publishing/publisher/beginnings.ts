import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config';

/** Bytes wait from when more posts than `most` begin, until no more than `fewest` do. */
const RUSH = { most: 16, fewest: 2 };

/** With no more places than this, posts that begin are few. */
const FEW_PLACES = 64;

/**
 * Lets many posts that begin go before the bytes of others. To begin takes this process about a millisecond and then the
 * network's time. When a thousand posts are due at once, the first call of the last one would otherwise come later
 * (`npm run bench throughput`).
 */
@Injectable()
export class Beginnings {
  /** Longest time that bytes wait. What begins may itself be waiting for a database that does not answer. */
  longestWaitMs = 1_000;

  private readonly most: number;
  private underWay = 0;
  private isRush = false;
  private readonly line = new Set<() => void>();
  private isLettingOn = false;

  constructor({ publishing }: Config) {
    this.most = publishing.concurrency > FEW_PLACES ? RUSH.most : Infinity;
  }

  /** A post begins. @returns what ends that, once its first call is about to be made or it is given up. */
  begin(): () => void {
    this.underWay++;
    if (this.underWay > this.most) this.isRush = true;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.underWay--;
      if (this.underWay <= RUSH.fewest) this.isRush = false;
      this.letOn();
    };
  }

  /** Waits while many posts begin. What waits goes on in order, one in each turn of the event loop. */
  async areFew(): Promise<void> {
    if (!this.isRush && this.line.size === 0) return;
    await new Promise<void>((resolve) => {
      const goOn = () => {
        clearTimeout(timer);
        this.line.delete(goOn);
        resolve();
      };
      const timer = setTimeout(goOn, this.longestWaitMs);
      this.line.add(goOn);
      this.letOn();
    });
  }

  private letOn(): void {
    if (this.isLettingOn || this.line.size === 0) return;
    this.isLettingOn = true;
    setImmediate(() => {
      this.isLettingOn = false;
      if (this.isRush) return;
      const [first] = this.line;
      first?.();
      this.letOn();
    });
  }
}
