import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../common/time/clock';
import { toIso } from '../common/time/instants';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import type { AdminFailureView } from './admin.view';

const SINCE_MS = 7 * 86_400_000;
const MOST = 5;

/** The posts of the installation that failed last and were not brought back. */
@Injectable()
export class AdminFailuresService {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** The latest first. The index of what ended lately is read from its end. */
  async latest(): Promise<AdminFailureView[]> {
    const rows = await this.db.rows(
      query
        .selectFrom('posts')
        .select(['id', 'kind', 'title', 'user_id', 'upload_error', 'idle_since', 'failed_at'])
        .select(nameOfUser.as('user_name'))
        .where('idle_since', '>', this.clock.now() - SINCE_MS)
        .where('status', '=', 'failed')
        .orderBy('idle_since', 'desc')
        .limit(MOST),
    );
    return rows.map(({ idle_since, failed_at, user_name, ...row }) => ({
      ...row,
      user_name: user_name ?? '',
      failed_at: toIso(failed_at ?? idle_since ?? 0),
    }));
  }
}

/** A join could be begun with the users, and would sort. */
const nameOfUser = query
  .selectFrom('users as u')
  .select('u.name')
  .whereRef('u.id', '=', sql.ref('posts.user_id'));
