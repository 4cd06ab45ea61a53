import { Injectable } from '@nestjs/common';
import type { PostTopic } from '../publishing/formats/formats';
import { Database, type Done, type Statement } from './database';
import type { Query } from './tables';

/** What a user sees and somebody else may change. */
export type Topic = PostTopic | 'connections' | 'subscriptions' | 'sessions';

/** What a change touches besides its own rows. */
export interface Touched {
  user: number;
  /** What those who watch are told of. */
  topics?: readonly Topic[];
  /** The account whose work has to be looked at anew, or all of the user's. */
  account?: number | 'all';
}

/** Statements that go into the unit of a change, made by the module that owns their rows. */
type Mark = (touched: Touched) => Statement[];

type Watch = (touched: Omit<Touched, 'user'>) => void;

/**
 * The one unit of change. Whoever changes a post, an account or a plan hands over the statements and says what they
 * touch. What follows from that is in the same unit, so that it is there exactly if the change is, and whoever waits for
 * work is woken after it.
 */
@Injectable()
export class Changes {
  private readonly marks: Mark[] = [];
  private readonly watchers: Watch[] = [];

  constructor(private readonly db: Database) {}

  include(mark: Mark): void {
    this.marks.push(mark);
  }

  /** Called after the changes of this process; other processes find theirs at their next tick. */
  onCommitted(watch: Watch): void {
    this.watchers.push(watch);
  }

  /** @returns what the statements did; null when a required one affected too few rows, and all were undone. */
  async commit(statements: (Query | Statement)[], touched: Touched): Promise<Done[] | null> {
    const done = await this.db.atomically([...statements, ...this.marking(touched)]);
    if (done) this.wake(touched);
    return done && done.slice(0, statements.length);
  }

  /** For a unit that somebody else commits. */
  marking(touched: Touched): Statement[] {
    return this.marks.flatMap((mark) => mark(touched));
  }

  /** There may be something to do. */
  wake(touched: Omit<Touched, 'user'>): void {
    for (const watch of this.watchers) watch(touched);
  }
}
