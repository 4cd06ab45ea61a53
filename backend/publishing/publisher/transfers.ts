import { Injectable } from '@nestjs/common';
import { Beginnings } from './beginnings';

/** Only while its bytes go out does a publication take memory worth counting. */
const MOST_AT_ONCE = 64;

/** Once a post has waited in vain, nobody is let into the line for so long. */
const CROWDED_MS = 60_000;

/** Longest wait for a place. After it, another process may have one. */
const LONGEST_WAIT_MS = 10_000;

/** Pause before a post that found no place is begun again. */
const AGAIN_MS = 5_000;

/** There is no place to send bytes from; nothing was sent. `againMs`: when to try again. */
export class NoPlace extends Error {
  constructor(readonly againMs: number) {
    super('no place to send bytes from');
    this.name = 'NoPlace';
  }
}

/**
 * The places from which this process sends the bytes of posts. Who finds none for ten seconds gives its post back, so
 * that other processes can send it, its user can change it, and it is missed when it is too late.
 */
@Injectable()
export class Transfers {
  private sending = 0;
  private readonly line = new Set<{ take: () => void; giveUp: () => void }>();
  private crowdedUntil = -Infinity;
  private isOver = false;

  constructor(private readonly beginnings: Beginnings) {}

  /**
   * How many more posts should begin. With a thousand that are due at once all of them may, for most transfers are quick.
   * If they are not, only as many as have a place.
   */
  get room(): number {
    if (performance.now() >= this.crowdedUntil) return Infinity;
    return Math.max(0, MOST_AT_ONCE - this.sending - this.line.size);
  }

  /**
   * Waits for a place; first come, first served.
   * @returns what gives it back.
   * @throws NoPlace after ten seconds, when the signal is aborted, and from `stop` on.
   */
  async place(signal: AbortSignal): Promise<() => void> {
    await this.beginnings.areFew();
    if (this.isOver || signal.aborted) throw new NoPlace(0);
    if (this.sending < MOST_AT_ONCE) this.sending++;
    else await this.standInLine(signal);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      const [next] = this.line;
      if (next) next.take();
      else this.sending--;
    };
  }

  /** Gives out no further place. */
  stop(): void {
    this.isOver = true;
    for (const waiting of [...this.line]) waiting.giveUp();
  }

  private standInLine(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.line.delete(waiting);
      };
      const giveUp = () => {
        leave();
        reject(new NoPlace(0));
      };
      const take = () => {
        leave();
        resolve();
      };
      const waiting = { take, giveUp };
      const timer = setTimeout(() => {
        leave();
        this.crowdedUntil = performance.now() + CROWDED_MS;
        reject(new NoPlace(AGAIN_MS));
      }, LONGEST_WAIT_MS);
      signal.addEventListener('abort', giveUp, { once: true });
      this.line.add(waiting);
    });
  }
}
