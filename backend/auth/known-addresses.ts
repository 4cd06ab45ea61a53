import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { deleteInBatches } from '../database/batches';
import { Database, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';

const DAYS_30_MS = 30 * 86_400_000;

/** Per account; one more drops the oldest. */
const MOST = 100;

/** The addresses that an account signed in from during the last 30 days. */
@Injectable()
export class KnownAddresses {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async has(userId: number, address: string): Promise<boolean> {
    const since = this.clock.now() - DAYS_30_MS;
    const known = addressOf(userId, address).where('signed_in_at', '>', since);
    return (await this.db.row(known)) !== undefined;
  }

  /** Belongs in the unit of the sign-in. */
  noting(userId: number, address: string): Statement[] {
    const now = this.clock.now();
    const beginning = query
      .insertInto('known_addresses')
      .columns(['user_id', 'address', 'signed_in_at'])
      .expression(
        query
          .selectFrom('users as u')
          .select(({ val }) => ['u.id as user_id', val(address).as('address'), val(now).as('signed_in_at')])
          .where('u.id', '=', userId)
          .where(({ not, exists }) => not(exists(addressOf(userId, address)))),
      );
    const renewing = query
      .updateTable('known_addresses')
      .set({ signed_in_at: now })
      .where('user_id', '=', userId)
      .where('address', '=', address);
    return [textOf(beginning), textOf(renewing), textOf(forgettingSurplus(userId))];
  }

  async forgetOld(): Promise<void> {
    const old = this.clock.now() - DAYS_30_MS;
    await deleteInBatches(this.db, 'known_addresses', 'user_id', (known) => known('signed_in_at', '<=', old));
  }
}

const addressOf = (userId: number, address: string) =>
  query
    .selectFrom('known_addresses')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('address', '=', address);

function forgettingSurplus(userId: number) {
  const oldest = query
    .selectFrom('known_addresses')
    .select('signed_in_at')
    .where('user_id', '=', userId)
    .orderBy('signed_in_at', 'desc')
    .limit(1)
    .offset(MOST - 1);
  return (
    query
      .deleteFrom('known_addresses')
      .where('user_id', '=', userId)
      // The derived table is for MySQL, which cannot read the table that it deletes from.
      .where('signed_in_at', '<', query.selectFrom(oldest.as('oldest')).select('signed_in_at'))
  );
}
