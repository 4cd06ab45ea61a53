import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/http/caller.decorator';
import { invalid } from '../common/errors/errors';
import { Database } from '../database/database';
import type { User } from '../users/user.entity';
import { UsersService } from '../users/users.service';
import { AuthLimits, type Reservation } from './auth-limits';
import { Passwords } from './passwords';

/** Asks for the password again before anything that a stolen session must not be able to do. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly limits: AuthLimits,
    private readonly db: Database,
  ) {}

  /**
   * Counts wrong passwords over all calls that ask. A later write should be conditional on the hash of the returned
   * user, because a reset may come in between.
   * @param field the field that the refusal names
   * @throws DomainError 422 if the password is missing or wrong, 429 after ten wrong ones in a minute.
   */
  async confirm(
    { id }: Pick<Caller, 'id'>,
    password: unknown,
    address: string,
    field = 'current_password',
  ): Promise<User> {
    if (typeof password !== 'string' || password === '')
      throw invalid({ [field]: ['Enter your current password.'] });
    const user = await this.users.get(id);
    let counted: Reservation = { tries: [], at: 0 };
    const right = await this.passwords.matches(password, user.passwordHash, {
      lane: address,
      // Counts before the outcome is known, so that concurrent tries all count.
      first: async () => {
        counted = await this.limits.reserve([['wrongPasswords', id]]);
      },
    });
    if (!right) throw invalid({ [field]: ['This is not your current password.'] });
    await this.db.atomically(this.limits.givingBack(counted));
    return user;
  }
}
