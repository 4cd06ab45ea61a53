import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Chores } from '../../database/chores';
import type { SelectQueryBuilder } from 'kysely';
import { Changes } from '../../database/changes';
import { Database, insertStatement, type Done, type Statement } from '../../database/database';
import { prepared } from '../../database/prepared';
import { query, type Tables } from '../../database/tables';
import { AutopostSchedule } from './autopost-schedule';

const CHORE = 'bulk-marking';
const USERS_AT_ONCE = 250;
const ASKED_AT_ONCE = 100;

/** A range of user ids: greater than `after`, up to and including `upTo`. */
export interface UserRange {
  after: number;
  upTo: number;
}

/** The statements that a change of the subject requires for the users in a span. Must be idempotent. */
export type Marking = (subject: number, span: UserRange) => Statement[];

/**
 * Marks the accounts of many users for recomputing. One statement for all would block the process, so the unit of the
 * change only records the request; the accounts are then marked in batches. After a crash, the next round of automatic
 * posting starts the request over.
 */
@Injectable()
export class BulkMarking {
  private readonly log = new Logger('BulkMarking');
  private readonly markings = new Map<string, Marking>();

  constructor(
    private readonly db: Database,
    private readonly chores: Chores,
    private readonly schedule: AutopostSchedule,
    private readonly changes: Changes,
  ) {}

  include(scope: string, marking: Marking): void {
    this.markings.set(scope, marking);
  }

  /** Marks the accounts of those `users` whose ids lie in the span. */
  markingDirty(
    { after, upTo }: UserRange,
    users: SelectQueryBuilder<Tables, 'users', { id: number }>,
  ): Statement {
    const some = users.where('id', '>', after).where('id', '<=', upTo);
    return this.schedule.markDirtyWhere((accounts) =>
      accounts.where('user_id', '>', after).where('user_id', '<=', upTo).where('user_id', 'in', some),
    );
  }

  /** Belongs in the unit of the change. */
  request(scope: string, subject: number): Statement {
    return insertStatement('bulk_marks', [{ scope, subject }]);
  }

  /** Makes a change in one unit, then fulfils the requests in it. @returns the result of `atomically`. */
  async change(...statements: Statement[]): Promise<Done[] | null> {
    const done = await this.db.atomically(statements);
    // The change is committed; what fails here is left to the next round.
    if (done)
      await this.work().catch((error: unknown) =>
        this.log.error({ err: error }, 'marking accounts was interrupted; it goes on at the next look'),
      );
    if (done) this.changes.wake({ account: 'all' });
    return done;
  }

  /** Fulfils all requests; one process at a time. */
  async work(): Promise<void> {
    if (await this.next()) await this.chores.alone(CHORE, () => this.markAll());
  }

  private async markAll(): Promise<void> {
    for (let asked = await this.next(); asked; asked = await this.next()) {
      let after = 0;
      for (;;) {
        const upTo = await this.endOfSpan(after);
        if (upTo === null) break;
        await this.db.atomically(asked.marking(asked.subject, { after, upTo }));
        after = upTo;
        await nextTurn();
      }
      await this.db.run(query.deleteFrom('bulk_marks').where('id', 'in', asked.ids));
    }
  }

  /** The oldest request, together with all equal ones. */
  private async next(): Promise<{ marking: Marking; subject: number; ids: number[] } | undefined> {
    const all = await this.db.rows(REQUESTED({}));
    const first = all.find(({ scope }) => this.markings.has(scope));
    const marking = first && this.markings.get(first.scope);
    if (!marking) return undefined;
    const { scope, subject } = first;
    const same = all.filter((each) => each.scope === scope && each.subject === subject);
    return { marking, subject, ids: same.map(({ id }) => id) };
  }

  private async endOfSpan(after: number): Promise<number | null> {
    const some = query.selectFrom('users').select('id').where('id', '>', after).orderBy('id');
    const row = await this.db.row(
      query.selectFrom(some.limit(USERS_AT_ONCE).as('some')).select(({ fn }) => fn.max('some.id').as('last')),
    );
    return row?.last ?? null;
  }
}

const REQUESTED = prepared(() =>
  query.selectFrom('bulk_marks').selectAll().orderBy('id').limit(ASKED_AT_ONCE),
);
