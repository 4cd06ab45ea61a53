import { Injectable } from '@nestjs/common';
import { Activity, type Actor } from '../../activity/activity';
import { conflict } from '../../common/errors/errors';
import { SecretCipher } from '../../config/secret-cipher';
import { Database, insertStatement, required, textOf, type Statement } from '../../database/database';
import { query, type NewRow } from '../../database/tables';
import { Outbox } from '../../ports/mail/outbox';
import type { User } from '../../users/user.entity';
import { changingUser } from '../../users/user-changes';
import { UsersService } from '../../users/users.service';
import { accountChange, AuthLimits } from '../auth-limits';
import { twoFactorOffMail, twoFactorOnMail } from '../mails/two-factor.mail';
import { Challenges } from './challenges';
import { CodeChecks, wrongCode, type NewCode } from './code-checks';
import { hashOfRecoveryCode, newRecoveryCodes, readCode } from './codes';
import { secretContext } from './encrypted-secret';
import { newTotp, type NewTotp } from './totp';
import { NO_STEP_USED, withStepUsed } from './used-steps';

/** Turns the second factor of an account on and off. */
@Injectable()
export class TwoFactors {
  constructor(
    private readonly users: UsersService,
    private readonly checks: CodeChecks,
    private readonly limits: AuthLimits,
    private readonly activity: Activity,
    private readonly outbox: Outbox,
    private readonly cipher: SecretCipher,
    private readonly db: Database,
  ) {}

  /**
   * Stores a secret that takes effect once one of its codes is confirmed. A newer one replaces it. @throws DomainError
   * 409
   */
  async start({ id, email, passwordHash }: User): Promise<NewTotp> {
    const totp = await newTotp(email);
    const sealed = this.cipher.encrypt(totp.secret, secretContext(id));
    const keeping = changingUser(id, { two_factor_secret: sealed, two_factor_step: NO_STEP_USED })
      .where('two_factor', '=', 0)
      .where('password_hash', '=', passwordHash);
    if ((await this.db.run(keeping)) === 0)
      throw conflict('Two-factor sign-in is on already. Turn it off first.');
    return totp;
  }

  /** @returns the recovery codes, which cannot be read again. @throws DomainError 409, 422, 429 */
  async confirm(by: Actor, user: User, code: string): Promise<string[]> {
    if (user.twoFactor || !user.twoFactorSecret) throw nothingToConfirm();
    const checked = await this.checks.checkNew(user, code, by.address ?? '');
    if (!checked) throw wrongCode();
    return this.limits.countDone(accountChange(user.id, by.address ?? ''), () =>
      this.turnOn(by, user, checked),
    );
  }

  /** The password of `user` must have been checked. @throws DomainError 409, 422, 429 */
  async stop(by: Actor, user: User, code: string): Promise<User> {
    if (!user.twoFactor) throw conflict('Two-factor sign-in is off.');
    const using = await this.checks.check(user, code, by.address ?? '');
    if (!using || !(await this.turnOff(by, user, using))) throw wrongCode();
    return this.users.get(user.id);
  }

  /** For a user who has lost both the app and the recovery codes. @throws DomainError 404, 409 */
  async stopFor(by: Actor, userId: number): Promise<void> {
    const user = await this.users.get(userId);
    if (by.id === userId) throw conflict('Turn off your own two-factor sign-in in Settings, with a code.');
    if (!(await this.turnOff(by, user, []))) throw conflict('Two-factor sign-in is off.');
  }

  /** The statements of turning it off, for the unit of another change. */
  turningOff(user: Pick<User, 'id' | 'email' | 'name'>, by: Actor): Statement[] {
    const { id } = user;
    return [
      textOf(changingUser(id, OFF)),
      textOf(forgettingCodes(id)),
      this.activity.noting(by, { action: 'two_factor_off', account: id, target: `user:${id}` }),
      this.outbox.keeping(twoFactorOffMail(user, by.id !== id)),
    ];
  }

  private async turnOn(by: Actor, user: User, { step, back }: NewCode): Promise<string[]> {
    const { id, twoFactorSecret } = user;
    const codes = newRecoveryCodes();
    const done = await this.db.atomically([
      required(
        changingUser(id, { two_factor: 1, two_factor_step: withStepUsed(NO_STEP_USED, step) })
          .where('two_factor', '=', 0)
          .where('two_factor_secret', '=', twoFactorSecret),
      ),
      forgettingCodes(id),
      insertStatement(
        'recovery_codes',
        codes.map((each) => rowOf(id, each)),
      ),
      ...back,
      this.activity.noting(by, { action: 'two_factor_on' }),
      this.outbox.keeping(twoFactorOnMail(user)),
    ]);
    if (!done) throw nothingToConfirm();
    this.outbox.wake();
    return codes;
  }

  private async turnOff(by: Actor, user: User, using: Statement[]): Promise<boolean> {
    const done = await this.db.atomically([
      ...using,
      required(
        changingUser(user.id, OFF).where('two_factor', '=', 1).where('password_hash', '=', user.passwordHash),
      ),
      forgettingCodes(user.id),
      Challenges.dropping(user.id),
      this.activity.noting(by, { action: 'two_factor_off', account: user.id, target: `user:${user.id}` }),
      this.outbox.keeping(twoFactorOffMail(user, by.id !== user.id)),
    ]);
    if (done) this.outbox.wake();
    return done !== null;
  }
}

const OFF = { two_factor: 0, two_factor_secret: null, two_factor_step: NO_STEP_USED };

function rowOf(userId: number, shown: string): NewRow<'recovery_codes'> {
  const read = readCode(shown);
  if (read.kind !== 'recovery') throw new Error('A recovery code that cannot be read again.');
  return { code_hash: hashOfRecoveryCode(userId, read.code), user_id: userId };
}

const forgettingCodes = (userId: number) => query.deleteFrom('recovery_codes').where('user_id', '=', userId);

const nothingToConfirm = () =>
  conflict('There is nothing to confirm. Begin again with your password to get a new secret.');
