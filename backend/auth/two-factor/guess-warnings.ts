import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { Outbox } from '../../ports/mail/outbox';
import type { User } from '../../users/user.entity';
import { AuthLimits } from '../auth-limits';
import { codesGuessedMail } from '../mails/two-factor.mail';
import { Challenges } from './challenges';
import { guessesOf } from './code-checks';

/** Tells owners that somebody has their password and lacks the code. */
@Injectable()
export class GuessWarnings {
  constructor(
    private readonly challenges: Challenges,
    private readonly limits: AuthLimits,
    private readonly outbox: Outbox,
    private readonly db: Database,
    private readonly config: Config,
  ) {}

  /** To be called after each wrong code. Mails once a day at most, and not for a few codes that were mistyped. */
  async afterWrongCode(user: User, challenge: string): Promise<void> {
    const isMany =
      (await this.challenges.isUsedUp(challenge)) || (await this.limits.areUsedUp([guessesOf(user)]));
    if (!isMany) return;
    const told = await this.db.atomicallyIfAbsent([
      ...this.limits.counting([['guessMails', user.id]]),
      this.outbox.keeping(codesGuessedMail(user, this.config.http.publicUrl)),
    ]);
    if (told) this.outbox.wake();
  }
}
