import { Inject, Injectable } from '@nestjs/common';
import { EventLoopShare } from '../common/limits/event-loop-share';
import { Clock } from '../common/time/clock';
import { notFound } from '../common/errors/errors';
import type { SelectQueryBuilder } from 'kysely';
import { Changes, type Topic } from '../database/changes';
import { Database, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { prepared } from '../database/prepared';
import { query, type Tables } from '../database/tables';
import { POST_TOPICS } from '../publishing/formats/lists';

export const TOPICS: readonly Topic[] = [
  ...POST_TOPICS,
  'connections',
  'accounts',
  'subscriptions',
  'sessions',
];

/** A counter per topic; counters only grow. */
export type Versions = Record<Topic, number>;

/** Whose counters: those of one user, of several, or of the users that a query finds. */
type Users = number | readonly number[] | SelectQueryBuilder<Tables, 'users', { id: number }>;

/**
 * Records changes for clients that watch, in the unit of the change: a change is reported exactly if it was committed,
 * whichever process made it. The counters hold no content; clients read it again.
 */
@Injectable()
export class ChangeCounters {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
    changes: Changes,
  ) {
    changes.include(({ user, topics = [] }) =>
      topics.map((topic) => textOf(BUMP({ user, topic, now: clock.now() }))),
    );
  }

  /** For a change that does not concern exactly one user. */
  bump(users: Users, ...topics: Topic[]): Statement {
    const counters = query
      .updateTable('change_counters')
      .set((row) => ({ version: row('version', '+', 1), changed_at: this.clock.now() }))
      .where('topic', 'in', topics);
    return textOf(
      typeof users === 'number'
        ? counters.where('user_id', '=', users)
        : counters.where('user_id', 'in', users),
    );
  }

  /** The user's counters. Creates missing ones, so that changes are counted from now on. */
  async open(userId: number): Promise<Versions> {
    const known = await this.find(userId);
    if (isWhole(known)) return known;
    await this.begin(
      userId,
      TOPICS.filter((topic) => !(topic in known)),
    );
    const begun = await this.find(userId);
    if (!isWhole(begun)) throw notFound('This user');
    return begun;
  }

  /** The counters that have grown since `instant`, by user. */
  async changedSince(instant: number): Promise<Map<number, Partial<Versions>>> {
    const rows = await this.db.rows(
      query
        .selectFrom('change_counters')
        .select(['user_id as owner', 'topic', 'version'])
        .where('changed_at', '>=', instant),
    );
    return byOwner(rows);
  }

  /** The counters for those of the sessions that are still open, by session. */
  async ofOpenSessions(sessionIds: number[]): Promise<Map<number, Partial<Versions>>> {
    const rows = await this.db.rows(
      query
        .selectFrom('sessions as s')
        .innerJoin('change_counters as c', 'c.user_id', 's.user_id')
        .select(['s.id as owner', 'c.topic', 'c.version'])
        .where('s.expires_at', '>', this.clock.now())
        .where('s.id', 'in', sessionIds),
    );
    return byOwner(rows);
  }

  private async find(userId: number): Promise<Partial<Versions>> {
    const rows = await this.db.rows(
      query.selectFrom('change_counters').select(['topic', 'version']).where('user_id', '=', userId),
    );
    return Object.fromEntries(rows.map(({ topic, version }) => [topic, version]));
  }

  private async begin(userId: number, topics: Topic[]): Promise<void> {
    const now = this.clock.now();
    const beginning = (topic: Topic) =>
      query
        .insertInto('change_counters')
        .columns(['user_id', 'topic', 'changed_at'])
        .expression(({ selectFrom, val }) =>
          selectFrom('users')
            .select(['id', val(topic).as('topic'), val(now).as('changed_at')])
            .where('id', '=', userId),
        );
    await this.db.atomically(topics.map(beginning)).catch((error: unknown) => {
      // Two tabs opened at the same time.
      if (!this.db.isDuplicate(error)) throw error;
    });
  }
}

const BUMP = prepared(({ user, topic, now }: { user: number; topic: Topic; now: number }) =>
  query
    .updateTable('change_counters')
    .set((row) => ({ version: row('version', '+', 1), changed_at: now }))
    .where('user_id', '=', user)
    .where('topic', '=', topic),
);

const isWhole = (versions: Partial<Versions>): versions is Versions =>
  TOPICS.every((topic) => topic in versions);

/** Of any number of rows: other work goes on meanwhile. */
async function byOwner(
  rows: { owner: number; topic: Topic; version: number }[],
): Promise<Map<number, Partial<Versions>>> {
  const eventLoop = new EventLoopShare();
  const all = new Map<number, Partial<Versions>>();
  for (const { owner, topic, version } of rows) {
    const versions = all.get(owner) ?? {};
    versions[topic] = version;
    all.set(owner, versions);
    await eventLoop.share();
  }
  return all;
}
