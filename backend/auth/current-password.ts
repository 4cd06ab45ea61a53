import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.decorator';
import { invalid } from '../common/errors';
import { Database } from '../database/database';
import type { User } from '../users/user.entity';
import { UsersService } from '../users/users.service';
import { AuthLimits } from './auth-limits';
import { Passwords } from './passwords';

/** Asks again for the password before what a stolen session must not be able to do. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly limits: AuthLimits,
    private readonly db: Database,
  ) {}

  /**
   * Wrong ones are counted over all calls that ask. What is written afterwards should depend on the hash of the user
   * that is returned: a reset may come in between.
   * @param field that the refusal names
   * @throws DomainError 422 when it is missing or wrong, 429 after ten wrong ones in a minute.
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
    let counted = { ids: [] as string[], at: 0 };
    const right = await this.passwords.matches(password, user.passwordHash, {
      lane: address,
      // Before the outcome is known: many tries at once are as many tries.
      first: async () => {
        counted = await this.limits.reserve([['wrongPasswords', id]]);
      },
    });
    if (!right) throw invalid({ [field]: ['This is not your current password.'] });
    await this.db.atomically(this.limits.givingBack(counted));
    return user;
  }
}
