import { Injectable } from '@nestjs/common';
import type { PostTopic } from '../publishing/formats/formats';
import { Database, type Commit, type Done, type Statement } from './database';
import type { Query } from './tables';

/** What a client may watch; each topic has a change counter per user. */
export type Topic = PostTopic | 'connections' | 'accounts' | 'subscriptions' | 'sessions';

/** What a change affects besides its own rows. */
export interface Touched {
  user: number;
  /** Topics whose watchers are notified. */
  topics?: readonly Topic[];
  /** The account whose work must be computed again, or all accounts of the user. */
  account?: number | 'all';
  /** Whether the change itself says when the account is due for the publisher. Otherwise it is due now. */
  saysWhenDue?: boolean;
}

/** Makes statements for the unit of a change. Registered by the module that owns their rows. */
type Mark = (touched: Touched) => Statement[];

type Watch = (touched: Omit<Touched, 'user'>) => void;

/**
 * Commits changes of posts, accounts and plans. The caller passes the statements and names what they touch. The
 * statements that follow from that join the same unit, so that they are committed exactly if the change is. After the
 * commit the watchers are woken.
 */
@Injectable()
export class Changes {
  private readonly marks: Mark[] = [];
  private readonly watchers: Watch[] = [];

  constructor(private readonly db: Database) {}

  include(mark: Mark): void {
    this.marks.push(mark);
  }

  /** Called after each commit of this process. Other processes hear of it by the queue, or find it at their next tick. */
  onCommitted(watch: Watch): void {
    this.watchers.push(watch);
  }

  /** @returns what the statements did; null when a required one affected too few rows and all were undone. */
  async commit(statements: (Query | Statement)[], touched: Touched, commit?: Commit): Promise<Done[] | null> {
    const done = await this.db.atomically([...statements, ...this.marking(touched)], commit);
    if (done) this.wake(touched);
    return done && done.slice(0, statements.length);
  }

  /** The statements that follow from a change, for a unit that the caller commits. */
  marking(touched: Touched): Statement[] {
    return this.marks.flatMap((mark) => mark(touched));
  }

  /** Wakes the watchers, because there may be something to do. */
  wake(touched: Omit<Touched, 'user'>): void {
    for (const watch of this.watchers) watch(touched);
  }
}
