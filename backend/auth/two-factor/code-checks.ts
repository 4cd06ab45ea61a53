import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { invalid, type DomainError } from '../../common/errors/errors';
import { SecretCipher } from '../../config/secret-cipher';
import { Database, required, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query } from '../../database/tables';
import { changingUser } from '../../users/user-changes';
import type { User } from '../../users/user.entity';
import { accountKey, AuthLimits, type Try } from '../auth-limits';
import { KnownAddresses } from '../known-addresses';
import { hashOfRecoveryCode, readCode, type GivenCode } from './codes';
import { secretContext } from './encrypted-secret';
import { stepOf } from './totp';
import { isStepUsed, withStepUsed } from './used-steps';

type Secret = Pick<User, 'id' | 'email' | 'twoFactorSecret' | 'twoFactorStep'>;

/** A right code of a secret that is not in force yet. */
export interface NewCode {
  step: number;
  /** Takes the try back. */
  back: Statement[];
}

/**
 * Checks codes. A right code is used up by statements that belong in the unit of what it is for: of concurrent uses of
 * one code, one succeeds. A wrong code counts as a wrong login.
 */
@Injectable()
export class CodeChecks {
  constructor(
    private readonly limits: AuthLimits,
    private readonly addresses: KnownAddresses,
    private readonly cipher: SecretCipher,
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * @param counted runs once the try is counted, before the code is checked; an error ends the check
   * @returns the statements that use the code up; null for a wrong code. @throws DomainError 429
   */
  async check(
    user: Secret,
    typed: string,
    address: string,
    counted: () => Promise<void> = () => Promise.resolve(),
  ): Promise<Statement[] | null> {
    const given = readCode(typed);
    const tries = await this.triesOf(user, address, given);
    const reservation = await this.limits.reserve(tries);
    await counted();
    const using =
      given.kind === 'recovery'
        ? await this.usingRecovery(user.id, given.code)
        : await this.usingTotp(user, given);
    return using && [using, ...this.limits.givingBack(reservation), this.limits.clearing(guessesOf(user))];
  }

  /** Checks a code of a secret that is not in force yet. @returns null for a wrong code. @throws DomainError 429 */
  async checkNew(user: Secret, typed: string, address: string): Promise<NewCode | null> {
    const given = readCode(typed);
    const reservation = await this.limits.reserve(await this.triesOf(user, address));
    const step = await this.step(user, given);
    return step === null ? null : { step, back: this.limits.givingBack(reservation) };
  }

  /** Unlike with passwords, tries from an address that the account knows are limited too: six digits are few. */
  private async triesOf(user: Secret, address: string, inForce?: GivenCode): Promise<Try[]> {
    const { id, email } = user;
    const account = accountKey(id, email);
    const tries: Try[] = [
      ['wrongLoginsOfAddress', address],
      ['login', `${address} ${account}`],
    ];
    if (await this.addresses.has(id, address)) return tries;
    // Nobody guesses the 80 bits of a recovery code, which is what an owner who is away from home is left with.
    const guesses = inForce?.kind === 'totp' ? [guessesOf(user)] : [];
    return [...tries, ['wrongLoginsOfAccount', account], ...guesses];
  }

  private async step(user: Secret, given: GivenCode): Promise<number | null> {
    const secret = user.twoFactorSecret && this.cipher.decrypt(user.twoFactorSecret, secretContext(user.id));
    return secret && given.kind === 'totp' ? stepOf(secret, given.code, this.clock.now()) : null;
  }

  private async usingTotp(user: Secret, given: GivenCode): Promise<Statement | null> {
    const step = await this.step(user, given);
    const used = user.twoFactorStep;
    if (step === null || isStepUsed(used, step)) return null;
    return required(
      changingUser(user.id, { two_factor_step: withStepUsed(used, step) })
        .where('two_factor', '=', 1)
        .where('two_factor_secret', '=', user.twoFactorSecret)
        .where('two_factor_step', '=', used),
    );
  }

  private async usingRecovery(userId: number, code: string): Promise<Statement | null> {
    const hash = hashOfRecoveryCode(userId, code);
    const codes = query.selectFrom('recovery_codes').select('user_id').where('user_id', '=', userId);
    if (!(await this.db.row(codes.where('code_hash', '=', hash)))) return null;
    return required(
      query.deleteFrom('recovery_codes').where('code_hash', '=', hash).where('user_id', '=', userId),
    );
  }
}

/** What is counted for a wrong code of an authenticator, over a day. Any right code resets the count. */
export const guessesOf = ({ id, email }: Pick<User, 'id' | 'email'>): Try => [
  'wrongCodesOfAccount',
  accountKey(id, email),
];

export const wrongCode = (): DomainError =>
  invalid({ code: ['This code is wrong, has expired or was used already.'] });
