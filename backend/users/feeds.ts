import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { notFound } from '../common/errors';
import { Database, placesFor, type SqlValue, type Statement } from '../database/database';

/** What a user sees and somebody else may change, each a counter in the user's feed. */
export const TOPICS = [
  'videos',
  'instagram_videos',
  'photos',
  'connections',
  'subscriptions',
  'sessions',
] as const;

export type Topic = (typeof TOPICS)[number];

/** The counters; they only grow. */
export type Versions = Record<Topic, number>;

export type FeedRow = Versions & { user_id: number };

const COLUMNS = `user_id, ${TOPICS.join(', ')}`;

/**
 * Where a change is noted for those who watch. `telling` is a statement that belongs into the same unit as the change:
 * then it is told exactly if it took place, whichever process made it. Nothing is kept of what it was: those who watch
 * read it again.
 */
@Injectable()
export class Feeds {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  telling(userId: number, ...topics: Topic[]): Statement {
    return this.tellingWhere('user_id = ?', [userId], ...topics);
  }

  /** As `telling`, for everybody of whom the condition is true. */
  tellingWhere(condition: string, params: SqlValue[], ...topics: Topic[]): Statement {
    const counts = topics.map((topic) => `${topic} = ${topic} + 1`).join(', ');
    return {
      sql: `UPDATE feeds SET ${counts}, changed_at = ? WHERE ${condition}`,
      params: [this.clock.now(), ...params],
    };
  }

  /** After a change that is no statement in a unit. */
  async tell(userId: number, ...topics: Topic[]): Promise<void> {
    const { sql, params } = this.telling(userId, ...topics);
    await this.db.run(sql, params);
  }

  /** The user's feed, which from now on is kept. */
  async open(userId: number): Promise<FeedRow> {
    return (await this.find(userId)) ?? (await this.begin(userId));
  }

  /** The feeds that were told something since then. */
  changedSince(instant: number): Promise<FeedRow[]> {
    return this.db.rows<FeedRow>(`SELECT ${COLUMNS} FROM feeds WHERE changed_at >= ?`, [instant]);
  }

  /** By the sessions among these that are still open. */
  async ofOpenSessions(sessionIds: number[]): Promise<Map<number, FeedRow>> {
    const rows = await this.db.rows<FeedRow & { session_id: number }>(
      `SELECT s.id AS session_id, ${COLUMNS.replaceAll(/\w+/g, 'f.$&')}
         FROM sessions s JOIN feeds f ON f.user_id = s.user_id
        WHERE s.expires_at > ? AND s.id IN ${placesFor(sessionIds)}`,
      [this.clock.now(), ...sessionIds],
    );
    return new Map(rows.map(({ session_id, ...feed }) => [session_id, feed]));
  }

  private find(userId: number): Promise<FeedRow | undefined> {
    return this.db.row<FeedRow>(`SELECT ${COLUMNS} FROM feeds WHERE user_id = ?`, [userId]);
  }

  private async begin(userId: number): Promise<FeedRow> {
    const sql = `INSERT INTO feeds (user_id, changed_at)
                 SELECT id, ? FROM users WHERE id = ? AND NOT EXISTS (SELECT 1 FROM feeds f WHERE f.user_id = ?)`;
    await this.db.run(sql, [this.clock.now(), userId, userId]).catch((error: unknown) => {
      // Two tabs that open at once.
      if (!this.db.isDuplicate(error)) throw error;
    });
    const feed = await this.find(userId);
    if (!feed) throw notFound('This user');
    return feed;
  }
}
