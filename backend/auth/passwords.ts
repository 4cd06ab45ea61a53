import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { FairLimiter } from '../common/fair-limiter';

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
export const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing and file writes share libuv's four threads: two at once. On a single core two would take no less time than
 * one after the other, and everything else would wait for both.
 */
const AT_ONCE = Math.min(2, availableParallelism());
const IN_LANE = 100;
const IN_LINE = 1000;

/** Of no password, but with the same work to do: salt and digest are as long as those of the others. */
const NOBODYS = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export interface Turn {
  /** Who waits: a client address. Others do not wait for what one asks. */
  lane: string;
  /** Runs when the turn has come, just before the work; what it throws ends the turn. */
  first?: () => Promise<void>;
}

/** Every argon2 of the process goes through here. */
@Injectable()
export class Passwords {
  private readonly limiter = new FairLimiter(AT_ONCE, IN_LANE, IN_LINE);

  /** @throws LineIsFull */
  hash(password: string, { lane }: Turn): Promise<string> {
    return this.limiter.run(lane, () => hash(composed(password), PARAMETERS));
  }

  /**
   * Takes as long for an account that does not exist: nobody learns by the clock who has one.
   * @throws LineIsFull
   */
  async matches(password: string, passwordHash: string | undefined, { lane, first }: Turn): Promise<boolean> {
    const right = await this.limiter.run(lane, async () => {
      await first?.();
      return verify(passwordHash || NOBODYS, composed(password));
    });
    // Nothing matches an empty one: of an account that is being deleted.
    return right && Boolean(passwordHash);
  }

  /** Made when less work was asked for than now. */
  isOutdated(passwordHash: string): boolean {
    const [, memory = 0, time = 0] = COSTS.exec(passwordHash) ?? [];
    return Number(memory) < PARAMETERS.memoryCost || Number(time) < PARAMETERS.timeCost;
  }
}

const COSTS = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/;

/** Keyboards differ in whether an `é` is one character or two. */
const composed = (password: string): string => password.normalize('NFC');
