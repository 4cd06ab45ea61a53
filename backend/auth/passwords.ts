import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Limiter } from '../common/limiter';

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
export const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing and file writes share libuv's four threads: two at once, and at most a hundred in line. On a single core two
 * would take no less time than one after the other, and everything else would wait for both.
 */
const AT_ONCE = Math.min(2, availableParallelism());
const IN_LINE = 100;

/** Of no password, but with the same work to do: salt and digest are as long as those of the others. */
const NOBODYS = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

@Injectable()
export class Passwords {
  private readonly limiter = new Limiter(AT_ONCE, IN_LINE);

  hash(password: string): Promise<string> {
    return this.limiter.run(() => hash(password, PARAMETERS));
  }

  /** Takes as long for an account that does not exist: nobody learns by the clock who has one. */
  async matches(password: string, passwordHash: string | undefined): Promise<boolean> {
    const right = await this.limiter.run(() => verify(passwordHash ?? NOBODYS, password));
    return right && passwordHash !== undefined;
  }
}
