import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors/errors';
import { Config } from '../config/config';
import { normalizeEmail } from '../users/email';
import { UsersService } from '../users/users.service';
import { Passwords } from './passwords';

/** Creates the first administrator, who can then assign plans. */
@Injectable()
export class FirstAdmin {
  constructor(
    private readonly config: Config,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
  ) {}

  /** @returns the login to show once, if it was created with a generated password; undefined otherwise. */
  async ensure(): Promise<{ email: string; password: string } | undefined> {
    if (!(await this.users.isEmpty())) return undefined;
    const { email = 'admin@pagecast.local', password: given } = this.config.firstAdmin;
    const password = given ?? randomBytes(12).toString('base64url');
    try {
      const passwordHash = await this.passwords.hash(password, { lane: 'start' });
      await this.users.create({
        name: 'Administrator',
        email: String(normalizeEmail(email)),
        passwordHash,
        isAdmin: 1,
      });
    } catch (error) {
      // Another process that started at the same time created it.
      if (error instanceof DomainError) return undefined;
      throw error;
    }
    return given ? undefined : { email, password };
  }
}
