import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Clock } from '../../common/time/clock';
import { errorCode } from '../../common/errors/error-code';
import type { Counts } from '../../common/metrics/counts';
import type { SecretCipher } from '../../config/secret-cipher';
import type { Database } from '../../database/database';
import { query, type Row } from '../../database/tables';
import type { Mail, Mailer } from './mailer';

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

/** No pause is this long, however far two processes' clocks are apart. */
export const BEYOND_PAUSES_MS = AT_LAST_MS + HOUR_MS;

/** Pause of a mail under a key that this process lacks: another process sends it, or this one after a restart. */
const KEY_AGAIN_MS = 3 * MINUTE_MS;

/** Lease on a mail. Not renewed in time means that its process died. */
export const LEASE_MS = MINUTE_MS;
const RENEW_MS = LEASE_MS / 3;

/** Pauses of the tries to note that a mail was sent; each is twice as long as the last one. */
const NOTE_FIRST_MS = SECOND_MS / 2;
const NOTE_AT_MOST_MS = 5 * SECOND_MS;

/** Encryption context of mails. */
export const CONTEXT = 'mails.sealed';

export type OutboxRow = Pick<Row<'mails'>, 'id' | 'sealed' | 'tries' | 'expires_at'>;

interface Means {
  mailer: Mailer;
  db: Database;
  cipher: SecretCipher;
  clock: Clock;
  counts: Counts;
}

/** Sends the mails that this process has taken, and settles what becomes of them. */
export class Delivery {
  private readonly log = new Logger('Mail');
  private ended = false;
  private toldOfKey = false;

  constructor(private readonly means: Means) {}

  /** The process ends: what is not noted by now is left to the next one. */
  end(): void {
    this.ended = true;
  }

  async deliver(row: OutboxRow): Promise<void> {
    const { cipher, clock, mailer } = this.means;
    const text = cipher.decrypt(row.sealed, CONTEXT);
    if (text === null) return this.leave(row);
    if (row.expires_at <= clock.now()) return this.giveUp(row, { code: 'TOO_LATE' });
    const renewal = setInterval(() => void this.renew(row), RENEW_MS).unref();
    try {
      const failure = await mailer.send(JSON.parse(text) as Mail).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      if (failure) await this.tryLater(row, failure.error);
      else await this.noteSent(row);
    } finally {
      clearInterval(renewal);
    }
  }

  /** What another process may be able to open is left to it, and no try is used up. */
  private async leave(row: OutboxRow): Promise<void> {
    const { cipher, clock, db } = this.means;
    const now = clock.now();
    if (!cipher.lacksKeyOf(row.sealed) || row.expires_at <= now)
      return this.giveUp(row, { code: 'ANOTHER_ENCRYPTION_KEY' });
    if (!this.toldOfKey)
      this.log.error('mails are under an encryption key that this process does not have; they wait');
    this.toldOfKey = true;
    const next = Math.min(now + KEY_AGAIN_MS, row.expires_at);
    await db.run(own(row).set({ due_at: next, tries: row.tries - 1 }));
  }

  /** Repeated until it succeeds, and the lease is renewed meanwhile: a mail that was accepted must not be sent again. */
  private async noteSent(row: OutboxRow): Promise<void> {
    this.means.counts.add('pagecast_mails_total', { result: 'sent' });
    for (let pauseMs = NOTE_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, NOTE_AT_MOST_MS)) {
      try {
        await this.forget(row);
        return;
      } catch (error) {
        if (this.ended) throw error;
        await sleep(pauseMs, undefined, { ref: false });
      }
    }
  }

  private async renew(row: OutboxRow): Promise<void> {
    // A failed renewal is followed by others before the lease ends.
    await this.due(row, this.means.clock.now() + LEASE_MS).catch(() => undefined);
  }

  private async tryLater(row: OutboxRow, error: unknown): Promise<void> {
    const next = this.means.clock.now() + (TRY_AGAIN_MS[row.tries - 1] ?? AT_LAST_MS);
    if (isPermanent(error) || next >= row.expires_at) await this.giveUp(row, describe(error));
    else {
      this.means.counts.add('pagecast_mails_total', { result: 'retried' });
      await this.due(row, next);
    }
  }

  private async giveUp(row: OutboxRow, why: Record<string, unknown>): Promise<void> {
    this.means.counts.add('pagecast_mails_total', { result: 'given_up' });
    this.log.error(why, 'a mail could not be sent');
    await this.forget(row);
  }

  private async due(row: OutboxRow, at: number): Promise<void> {
    await this.means.db.run(own(row).set({ due_at: at }));
  }

  /** Deletes the mail even if the lease was lost, so that no other process sends it again. */
  private async forget({ id }: OutboxRow): Promise<void> {
    await this.means.db.run(query.deleteFrom('mails').where('id', '=', id));
  }
}

const own = ({ id, tries }: OutboxRow) =>
  query.updateTable('mails').where('id', '=', id).where('tries', '=', tries);

const isPermanent = (error: unknown): boolean =>
  (error as { permanent?: unknown } | null | undefined)?.permanent === true;

/** Describes the error by codes only: a mail server's text repeats the address, and can repeat the mail. */
function describe(error: unknown): Record<string, unknown> {
  const { responseCode, command } = (error ?? {}) as { responseCode?: unknown; command?: unknown };
  return { code: errorCode(error), response_code: responseCode, command };
}
