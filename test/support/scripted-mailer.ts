import type { Clock } from '../../backend/common/time/clock';
import { Mailer, type Mail } from '../../backend/ports/mail/mailer';

export type Answer = 'taken' | Promise<void> | { fails: unknown };

/** Answers as it was told, one answer a try; then it takes everything. */
export class ScriptedMailer extends Mailer {
  readonly tries: { at: number; subject: string }[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly answers: Answer[] = [],
  ) {
    super();
  }

  override async send({ subject }: Mail): Promise<void> {
    this.tries.push({ at: this.clock.now(), subject });
    const answer = this.answers.shift() ?? 'taken';
    if (answer === 'taken') return;
    if ('fails' in answer) throw answer.fails;
    await answer;
  }
}
