import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock } from '../../common/clock';
import { Counts } from '../../common/metrics/counts';
import { errorCode } from '../../common/error-code';
import { Loop } from '../../common/loop';
import { SecretCipher } from '../../config/secret-cipher';
import { Database, insertStatement, type Statement } from '../../database/database';
import { query, type NewRow, type Row } from '../../database/tables';
import type { EncryptedColumn } from '../../database/key-rotation';
import { Mailer, type Mail } from './mailer';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Pauses after the first, second, … failure: a mail server that restarts or greylists accepts the mail a little later.
 */
const TRY_AGAIN_MS = [
  2 * SECOND_MS,
  30 * SECOND_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
];
const AT_LAST_MS = 4 * HOUR_MS;
const GIVE_UP_MS = 24 * HOUR_MS;

/** Lease on a mail. Not renewed in time means that its process died. */
const LEASE_MS = MINUTE_MS;
const RENEW_MS = LEASE_MS / 3;

const AT_ONCE = 8;

/** Interval of the look for mails that other processes stored but did not send. */
const LOOK_EVERY_MS = 15 * SECOND_MS;
const LOOK_FIRST_MS = SECOND_MS;

/** Longest wait at shutdown, so that a server that has stopped answering does not keep the process alive. */
const LAST_MOMENT_MS = 3 * SECOND_MS;

/** Encryption context of mails. */
const CONTEXT = 'mails.sealed';

export const SEALED_MAILS: EncryptedColumn = {
  table: 'mails',
  column: 'sealed',
  owner: 'id',
  contextOf: () => CONTEXT,
};

/**
 * Sends mails in the background. A mail is a row until a server has accepted it, so a restart loses none. The process
 * that raises its tries sends it. A failure is tried again and finally logged; the user who caused the mail never sees
 * it. Only if a process dies while it sends is it unknown whether the mail arrived; it is then sent again.
 */
@Injectable()
export class Outbox implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Mail');
  private readonly underWay = new Set<Promise<void>>();
  private readonly looks: Loop;
  private stopped = false;

  constructor(
    private readonly mailer: Mailer,
    private readonly db: Database,
    private readonly cipher: SecretCipher,
    private readonly clock: Clock,
    registry: SchedulerRegistry,
    private readonly counts: Counts,
  ) {
    const options = { name: 'outbox', everyMs: LOOK_EVERY_MS, firstMs: LOOK_FIRST_MS, registry };
    this.looks = new Loop(options, () => this.look());
  }

  onApplicationBootstrap(): void {
    void this.looks.start();
  }

  /**
   * Gives the deliveries under way a moment to finish. Mails that wait for another try are left to the next process.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    const look = this.looks.stop();
    let timer: NodeJS.Timeout | undefined;
    const moment = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_MOMENT_MS);
    });
    await Promise.race([Promise.all([look, ...this.underWay]), moment]);
    clearTimeout(timer);
  }

  /** Stores the mail; resolves before it is sent. `usefulMs`: how long it is worth sending, at most 24 hours. */
  async post(mail: Mail, { usefulMs = GIVE_UP_MS } = {}): Promise<void> {
    await this.db.insert('mails', this.kept(mail, usefulMs));
    this.wake();
  }

  /** Like `post`, as a statement for the unit that causes the mail. Call `wake` after the commit. */
  keeping(mail: Mail, { usefulMs = GIVE_UP_MS } = {}): Statement {
    return insertStatement('mails', [this.kept(mail, usefulMs)]);
  }

  /** Looks for due mails now. */
  wake(): void {
    void this.looks.wake();
  }

  /** Begins to send the due mails. @returns the delay in ms until the next look. */
  private async look(): Promise<number> {
    const room = AT_ONCE - this.underWay.size;
    // Each delivery looks again when it ends.
    if (room <= 0) return LOOK_EVERY_MS;
    const due = await this.db.rows(
      query
        .selectFrom('mails')
        .select(['id', 'sealed', 'tries', 'expires_at'])
        .where('due_at', '<=', this.clock.now())
        .orderBy('due_at')
        .limit(room),
    );
    for (const row of due) {
      if (this.stopped || !(await this.take(row))) continue;
      const delivery = this.deliver({ ...row, tries: row.tries + 1 })
        .catch((error: unknown) => this.log.error({ err: error }, 'a mail could not be noted as sent'))
        .finally(() => {
          this.underWay.delete(delivery);
          this.wake();
        });
      this.underWay.add(delivery);
    }
    const earliest = query
      .selectFrom('mails')
      .select(({ fn }) => fn.min<number | null>('due_at').as('due_at'));
    const next = await this.db.row(earliest);
    return Math.min(LOOK_EVERY_MS, Math.max(SECOND_MS / 10, (next?.due_at ?? Infinity) - this.clock.now()));
  }

  private async take({ id, tries }: OutboxRow): Promise<boolean> {
    const now = this.clock.now();
    const taking = query
      .updateTable('mails')
      .set((mail) => ({ tries: mail('tries', '+', 1), due_at: now + LEASE_MS }))
      .where('id', '=', id)
      .where('tries', '=', tries)
      .where('due_at', '<=', now);
    return (await this.db.run(taking)) > 0;
  }

  private kept(mail: Mail, usefulMs: number): NewRow<'mails'> {
    const now = this.clock.now();
    const sealed = this.cipher.encrypt(JSON.stringify(mail), CONTEXT);
    return { sealed, created_at: now, due_at: now, expires_at: now + Math.min(usefulMs, GIVE_UP_MS) };
  }

  private async deliver(row: OutboxRow): Promise<void> {
    const text = this.cipher.decrypt(row.sealed, CONTEXT);
    if (text === null) return this.giveUp(row, { code: 'ANOTHER_ENCRYPTION_KEY' });
    if (row.expires_at <= this.clock.now()) return this.giveUp(row, { code: 'TOO_LATE' });
    const renewal = setInterval(() => void this.renew(row), RENEW_MS).unref();
    try {
      await this.mailer.send(JSON.parse(text) as Mail);
    } catch (error) {
      await this.tryLater(row, error);
      return;
    } finally {
      clearInterval(renewal);
    }
    this.counts.add('pagecast_mails_total', { result: 'sent' });
    await this.forget(row);
  }

  private async renew(row: OutboxRow): Promise<void> {
    // A failed renewal is followed by others before the lease ends.
    await this.due(row, this.clock.now() + LEASE_MS).catch(() => undefined);
  }

  private async tryLater(row: OutboxRow, error: unknown): Promise<void> {
    const next = this.clock.now() + (TRY_AGAIN_MS[row.tries - 1] ?? AT_LAST_MS);
    if (isPermanent(error) || next >= row.expires_at) await this.giveUp(row, describe(error));
    else {
      this.counts.add('pagecast_mails_total', { result: 'retried' });
      await this.due(row, next);
    }
  }

  private async giveUp(row: OutboxRow, why: Record<string, unknown>): Promise<void> {
    this.counts.add('pagecast_mails_total', { result: 'given_up' });
    this.log.error(why, 'a mail could not be sent');
    await this.forget(row);
  }

  private async due({ id, tries }: OutboxRow, at: number): Promise<void> {
    const own = query.updateTable('mails').where('id', '=', id).where('tries', '=', tries);
    await this.db.run(own.set({ due_at: at }));
  }

  /** Deletes the mail even if the lease was lost, so that no other process sends it again. */
  private async forget({ id }: OutboxRow): Promise<void> {
    await this.db.run(query.deleteFrom('mails').where('id', '=', id));
  }
}

type OutboxRow = Pick<Row<'mails'>, 'id' | 'sealed' | 'tries' | 'expires_at'>;

const isPermanent = (error: unknown): boolean =>
  (error as { permanent?: unknown } | null | undefined)?.permanent === true;

/** Describes the error by codes only: a mail server's text repeats the address, and can repeat the mail. */
function describe(error: unknown): Record<string, unknown> {
  const { responseCode, command } = (error ?? {}) as { responseCode?: unknown; command?: unknown };
  return { code: errorCode(error), response_code: responseCode, command };
}
