import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { FairLimiter } from '../common/limits/fair-limiter';

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
export const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing and file writes share libuv's four threads, so only two hashes run at a time. On a single core two would take
 * as long as one after the other, and everything else would wait for both.
 */
const AT_ONCE = Math.min(2, availableParallelism());
const IN_LANE = 100;
const IN_LINE = 1000;

/** Matches no password, but takes the same work: salt and digest are as long as those of a real hash. */
const dummyHash = ({ memoryCost, timeCost, parallelism }: typeof PARAMETERS) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export interface Turn {
  /** The lane to wait in, such as a client address. A lane does not wait for the requests of another. */
  lane: string;
  /** Runs when the turn comes, just before the work. An error ends the turn. */
  first?: () => Promise<void>;
}

/** Every argon2 hash of the process is computed here. */
@Injectable()
export class Passwords {
  /** Only tests take less: they make thousands of users. */
  parameters = PARAMETERS;
  private readonly limiter = new FairLimiter(AT_ONCE, IN_LANE, IN_LINE);

  /** @throws LineIsFull */
  hash(password: string, { lane }: Turn): Promise<string> {
    return this.limiter.run(lane, () => hash(composed(password), this.parameters));
  }

  /**
   * Takes the same time for an account that does not exist, so that timing does not reveal which accounts exist.
   * @throws LineIsFull
   */
  async matches(password: string, passwordHash: string | undefined, { lane, first }: Turn): Promise<boolean> {
    const right = await this.limiter.run(lane, async () => {
      await first?.();
      return verify(passwordHash || dummyHash(this.parameters), composed(password));
    });
    // Nothing matches an empty hash: its account is being deleted.
    return right && Boolean(passwordHash);
  }

  /** Whether the hash was made with less work than is required now. */
  isOutdated(passwordHash: string): boolean {
    const [, memory = 0, time = 0] = COSTS.exec(passwordHash) ?? [];
    return Number(memory) < this.parameters.memoryCost || Number(time) < this.parameters.timeCost;
  }
}

const COSTS = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/;

/** Keyboards differ in whether they produce an `é` as one character or two. */
const composed = (password: string): string => password.normalize('NFC');
