import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Chores } from '../database/chores';
import type { SelectQueryBuilder } from 'kysely';
import { Changes } from '../database/changes';
import { Database, insertStatement, type Done, type Statement } from '../database/database';
import { prepared } from '../database/prepared';
import { query, type Tables } from '../database/tables';
import { Reviews } from './reviews';

const CHORE = 'wide-reviews';
const USERS_AT_ONCE = 250;
const ASKED_AT_ONCE = 100;

/** Users by their ids: after the first, up to and with the last. */
export interface Span {
  after: number;
  upTo: number;
}

/** What is to be done, for the users of a span, when the subject changed. Doing it again must do no harm. */
export type Marking = (subject: number, span: Span) => Statement[];

/**
 * Reviews of however many accounts. One statement for all of them would hold the process for as long as it takes, so the
 * unit of the change only notes who has to be looked at; then they are marked, some users at a time. What a crash
 * interrupts is begun again at the next look of automatic posting.
 */
@Injectable()
export class WideReviews {
  private readonly log = new Logger('WideReviews');
  private readonly markings = new Map<string, Marking>();

  constructor(
    private readonly db: Database,
    private readonly chores: Chores,
    private readonly reviews: Reviews,
    private readonly changes: Changes,
  ) {}

  include(scope: string, marking: Marking): void {
    this.markings.set(scope, marking);
  }

  /** The accounts of the users of a span who are among these. */
  reviewing({ after, upTo }: Span, users: SelectQueryBuilder<Tables, 'users', { id: number }>): Statement {
    const some = users.where('id', '>', after).where('id', '<=', upTo);
    return this.reviews.reviewingWhere((accounts) =>
      accounts.where('user_id', '>', after).where('user_id', '<=', upTo).where('user_id', 'in', some),
    );
  }

  /** Belongs into the unit of the change. */
  asking(scope: string, subject: number): Statement {
    return insertStatement('wide_reviews', [{ scope, subject }]);
  }

  /** Makes a change in one unit, and does what it asks for. @returns what `atomically` does. */
  async change(...statements: Statement[]): Promise<Done[] | null> {
    const done = await this.db.atomically(statements);
    // The change is made: what of this fails is for the next look.
    if (done)
      await this.work().catch((error: unknown) => this.log.error({ err: error }, 'reviews were interrupted'));
    if (done) this.changes.wake({ account: 'all' });
    return done;
  }

  /** Whatever is asked for; one process at a time. */
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
      await this.db.run(query.deleteFrom('wide_reviews').where('id', 'in', asked.ids));
    }
  }

  /** What was asked for first, with all that asks for the same. */
  private async next(): Promise<{ marking: Marking; subject: number; ids: number[] } | undefined> {
    const all = await this.db.rows(ASKED({}));
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

const ASKED = prepared(() => query.selectFrom('wide_reviews').selectAll().orderBy('id').limit(ASKED_AT_ONCE));
