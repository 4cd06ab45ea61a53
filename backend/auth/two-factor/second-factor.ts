import { Injectable } from '@nestjs/common';
import { Activity } from '../../activity/activity';
import type { ClientInfo } from '../../common/http/client-info.decorator';
import { Database, type Statement } from '../../database/database';
import { query } from '../../database/tables';
import { Outbox } from '../../ports/mail/outbox';
import type { User } from '../../users/user.entity';
import { UsersService } from '../../users/users.service';
import type { AuthView } from '../auth.dto';
import { KnownAddresses } from '../known-addresses';
import { recoveryCodeUsedMail } from '../mails/two-factor.mail';
import { SessionsService } from '../sessions.service';
import { challengeIsOver, Challenges } from './challenges';
import { CodeChecks, wrongCode } from './code-checks';
import { readCode } from './codes';
import { GuessWarnings } from './guess-warnings';
import type { SecondFactorDto } from './two-factor.dto';

/** The second step of a sign-in. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly addresses: KnownAddresses,
    private readonly challenges: Challenges,
    private readonly checks: CodeChecks,
    private readonly warnings: GuessWarnings,
    private readonly activity: Activity,
    private readonly outbox: Outbox,
    private readonly db: Database,
  ) {}

  /** @throws DomainError 401 when the challenge is over, 422 on `code`, 429 */
  async answer({ challenge, code }: SecondFactorDto, from: ClientInfo): Promise<AuthView> {
    const user = await this.userOf(await this.challenges.userOf(challenge));
    const using = await this.checks.check(user, code, from.address, () =>
      this.challenges.countTry(challenge),
    );
    if (!using) {
      await this.activity.noteFailure(user.id, from.address);
      await this.warnings.afterWrongCode(user, challenge);
      throw wrongCode();
    }
    const token = await this.sessions.open(user, from, [
      this.challenges.using(challenge),
      ...using,
      ...this.addresses.noting(user.id, from.address),
      this.activity.noting({ id: user.id, address: from.address }, { action: 'signed_in' }),
      ...(await this.noticeOf(user, code, from)),
    ]);
    // A concurrent request used the same code, or changed the account.
    if (token === undefined) throw challengeIsOver();
    this.outbox.wake();
    return { token, user: await this.users.view(user.id) };
  }

  private async userOf(id: number): Promise<User> {
    const user = await this.users.get(id).catch(() => undefined);
    if (!user?.twoFactor) throw challengeIsOver();
    return user;
  }

  private async noticeOf(user: User, code: string, { address }: ClientInfo): Promise<Statement[]> {
    if (readCode(code).kind !== 'recovery') return [];
    const counted = query
      .selectFrom('recovery_codes')
      .select(({ fn }) => fn.countAll<number>().as('codes'))
      .where('user_id', '=', user.id);
    const row = await this.db.row(counted);
    const left = Math.max(0, (row?.codes ?? 1) - 1);
    return [
      this.outbox.keeping(recoveryCodeUsedMail(user, left)),
      this.activity.noting({ id: user.id, address }, { action: 'recovery_code_used' }),
    ];
  }
}
