import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Chores } from '../database/chores';
import { Database, placesFor, type Done, type SqlValue, type Statement } from '../database/database';
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

interface Asked {
  id: number;
  scope: string;
  subject: number;
}

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
  ) {}

  include(scope: string, marking: Marking): void {
    this.markings.set(scope, marking);
  }

  /** The connections of the users of a span of whom the condition, which may name `users`, is true. */
  reviewing({ after, upTo }: Span, condition: string, params: SqlValue[]): Statement {
    return this.reviews.reviewingWhere(
      `user_id > ? AND user_id <= ? AND user_id IN (SELECT id FROM users WHERE id > ? AND id <= ? AND ${condition})`,
      [after, upTo, after, upTo, ...params],
    );
  }

  /** Belongs into the unit of the change. */
  asking(scope: string, subject: number): Statement {
    return { sql: 'INSERT INTO wide_reviews (scope, subject) VALUES (?, ?)', params: [scope, subject] };
  }

  /** Makes a change in one unit, and does what it asks for. @returns what `atomically` does. */
  async change(...statements: Statement[]): Promise<Done[] | null> {
    const done = await this.db.atomically(statements);
    // The change is made: what of this fails is for the next look.
    if (done)
      await this.work().catch((error: unknown) => this.log.error({ err: error }, 'reviews were interrupted'));
    if (done) this.reviews.asked();
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
      await this.db.run(`DELETE FROM wide_reviews WHERE id IN ${placesFor(asked.ids)}`, asked.ids);
    }
  }

  /** What was asked for first, with all that asks for the same. */
  private async next(): Promise<{ marking: Marking; subject: number; ids: number[] } | undefined> {
    const all = await this.db.rows<Asked>('SELECT id, scope, subject FROM wide_reviews ORDER BY id LIMIT ?', [
      ASKED_AT_ONCE,
    ]);
    const first = all.find(({ scope }) => this.markings.has(scope));
    const marking = first && this.markings.get(first.scope);
    if (!marking) return undefined;
    const { scope, subject } = first;
    const same = all.filter((each) => each.scope === scope && each.subject === subject);
    return { marking, subject, ids: same.map(({ id }) => id) };
  }

  private async endOfSpan(after: number): Promise<number | null> {
    const row = await this.db.row<{ last: number | null }>(
      'SELECT MAX(id) AS last FROM (SELECT id FROM users WHERE id > ? ORDER BY id LIMIT ?) AS some',
      [after, USERS_AT_ONCE],
    );
    return row?.last ?? null;
  }
}
