import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Limiter } from '../common/limiter';

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing and file writes share libuv's four threads: two at once, and at most a hundred in line. */
const AT_ONCE = 2;
const IN_LINE = 100;

@Injectable()
export class Passwords {
  private readonly limiter = new Limiter(AT_ONCE, IN_LINE);
  private dummy?: Promise<string>;

  hash(password: string): Promise<string> {
    return this.limiter.run(() => hash(password, PARAMETERS));
  }

  /** Takes as long for an account that does not exist: nobody learns by the clock who has one. */
  async matches(password: string, passwordHash: string | undefined): Promise<boolean> {
    this.dummy ??= hash('nobody has this password', PARAMETERS);
    const against = passwordHash ?? (await this.dummy);
    const right = await this.limiter.run(() => verify(against, password));
    return right && passwordHash !== undefined;
  }
}
