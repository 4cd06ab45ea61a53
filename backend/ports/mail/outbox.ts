import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import { Clock } from '../../common/time/clock';
import { Counts } from '../../common/metrics/counts';
import { Loop } from '../../common/time/loop';
import { Config } from '../../config/config';
import { SecretCipher } from '../../config/secret-cipher';
import { Database, insertStatement, textOf, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query, type NewRow, type TableName, type Tables } from '../../database/tables';
import type { EncryptedColumn } from '../../database/key-rotation';
import { BEYOND_PAUSES_MS, CONTEXT, Delivery, LEASE_MS, type OutboxRow } from './delivery';
import { Mailer, type Mail } from './mailer';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const GIVE_UP_MS = 24 * HOUR_MS;

/** What is of use for no longer, such as a reset link, is sent first: no flood of notices makes it come too late. */
const URGENT_MS = HOUR_MS;

const AT_ONCE = 8;

/** Interval of the look for mails that other processes stored but did not send. */
const LOOK_EVERY_MS = 15 * SECOND_MS;
const LOOK_FIRST_MS = SECOND_MS;

/** Wait at shutdown for what is begun when the grace period is nearly over. */
const LAST_MOMENT_MS = 3 * SECOND_MS;

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
export class Outbox implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly log = new Logger('Mail');
  /** By the id of the mail. */
  private readonly underWay = new Map<number, Promise<void>>();
  private readonly delivery: Delivery;
  private readonly looks: Loop;
  private stopped = false;
  private graceEndsAt = 0;

  constructor(
    mailer: Mailer,
    private readonly db: Database,
    private readonly cipher: SecretCipher,
    @Inject(DatabaseTime) private readonly clock: Clock,
    registry: SchedulerRegistry,
    counts: Counts,
    private readonly config: Config,
  ) {
    this.delivery = new Delivery({ mailer, db, cipher, clock, counts });
    const options = { name: 'outbox', everyMs: LOOK_EVERY_MS, firstMs: LOOK_FIRST_MS, registry };
    this.looks = new Loop(options, () => this.look());
  }

  onApplicationBootstrap(): void {
    void this.looks.start();
  }

  onModuleDestroy(): void {
    this.graceEndsAt = performance.now() + this.config.shutdownGraceMs;
  }

  /**
   * Waits for the deliveries under way until the grace period ends: what a server has accepted and nobody has noted is
   * sent again. Mails that wait for another try are left to the next process.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    const look = this.looks.stop();
    let timer: NodeJS.Timeout | undefined;
    const graceEnds = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.max(LAST_MOMENT_MS, this.graceEndsAt - performance.now()));
    });
    const settled = look.then(() => Promise.all(this.underWay.values()));
    await Promise.race([settled, graceEnds]);
    clearTimeout(timer);
    this.delivery.end();
  }

  /**
   * A statement for the unit that causes the mail. Call `wake` after the commit. `usefulMs`: how long it is worth sending,
   * at most 24 hours.
   */
  keeping(mail: Mail, { usefulMs = GIVE_UP_MS } = {}): Statement {
    return insertStatement('mails', [this.kept(mail, usefulMs)]);
  }

  /** Like `keeping`, if a row is found when the unit comes to it. That row stays as it is until the unit changes it. */
  keepingIf<From extends TableName>(found: SelectQueryBuilder<Tables, From, object>, mail: Mail): Statement {
    const { sealed, created_at, due_at, expires_at } = this.kept(mail, GIVE_UP_MS);
    return textOf(
      query
        .insertInto('mails')
        .columns(['sealed', 'created_at', 'due_at', 'expires_at'])
        .expression(
          found
            .select(({ val }) => [
              val(sealed).as('sealed'),
              val(created_at).as('created_at'),
              val(due_at).as('due_at'),
              val(expires_at).as('expires_at'),
            ])
            .limit(1)
            .modifyEnd(this.db.lockingRead),
        ),
    );
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
    const due = await this.due(this.clock.now());
    // One under way can be due again, where the database or the clock kept its lease from being renewed.
    for (const row of due.filter(({ id }) => !this.underWay.has(id)).slice(0, room)) {
      if (this.stopped || !(await this.take(row))) continue;
      const delivery = this.delivery
        .deliver({ ...row, tries: row.tries + 1 })
        .catch((error: unknown) => this.log.error({ err: error }, 'a mail could not be noted as sent'))
        .finally(() => {
          this.underWay.delete(row.id);
          this.wake();
        });
      this.underWay.set(row.id, delivery);
    }
    const earliest = query
      .selectFrom('mails')
      .select(({ fn }) => fn.min<number | null>('due_at').as('due_at'));
    const next = await this.db.row(earliest);
    return Math.min(LOOK_EVERY_MS, Math.max(SECOND_MS / 10, (next?.due_at ?? Infinity) - this.clock.now()));
  }

  /**
   * The mails that come next. Each statement reads one end of an index, so that mails that wait for another try cost
   * nothing.
   */
  private async due(now: number): Promise<OutboxRow[]> {
    const mails = query.selectFrom('mails').select(['id', 'sealed', 'tries', 'expires_at']).orderBy('due_at');
    const inTime = mails.where('due_at', '<=', now);
    const found: OutboxRow[] = [];
    for (const next of [
      inTime.where('is_urgent', '=', 1),
      inTime.where('is_urgent', '=', 0),
      mails.where('due_at', '>', now + BEYOND_PAUSES_MS),
    ])
      if (found.length < AT_ONCE) found.push(...(await this.db.rows(next.limit(AT_ONCE))));
    return found;
  }

  private async take({ id, tries }: OutboxRow): Promise<boolean> {
    const now = this.clock.now();
    const taking = query
      .updateTable('mails')
      .set((mail) => ({ tries: mail('tries', '+', 1), due_at: now + LEASE_MS }))
      .where('id', '=', id)
      .where('tries', '=', tries)
      .where(isDue(now));
    return (await this.db.run(taking)) > 0;
  }

  private kept(mail: Mail, usefulMs: number): NewRow<'mails'> {
    const now = this.clock.now();
    const sealed = this.cipher.encrypt(JSON.stringify(mail), CONTEXT);
    const expires_at = now + Math.min(usefulMs, GIVE_UP_MS);
    return { sealed, created_at: now, due_at: now, expires_at, is_urgent: usefulMs <= URGENT_MS ? 1 : 0 };
  }
}

/** A clock that was far ahead and is set back must not keep a mail waiting. */
const isDue =
  (now: number) =>
  ({ eb, or }: ExpressionBuilder<Tables, 'mails'>) =>
    or([eb('due_at', '<=', now), eb('due_at', '>', now + BEYOND_PAUSES_MS)]);
