import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import type { AdminQueueView } from './admin.view';

const DAY_MS = 24 * 3_600_000;

/** How the installation's posts stand: read from indexes, so that it costs what is due and what has just ended. */
@Injectable()
export class AdminQueueService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async now(): Promise<AdminQueueView> {
    const now = this.clock.now();
    const [row] = await this.db.rows<AdminQueueView>(
      `SELECT (SELECT COUNT(*) FROM posts WHERE due_at <= ?) AS due,
              (SELECT COUNT(*) FROM posts WHERE due_at > ? AND due_at <= ?) AS next_day,
              (SELECT COUNT(*) FROM posts WHERE idle_since > ? AND status = 'published') AS published_day,
              (SELECT COUNT(*) FROM posts WHERE idle_since > ? AND status = 'failed') AS failed_day`,
      [now, now, now + DAY_MS, now - DAY_MS, now - DAY_MS],
    );
    if (!row) throw new Error('a statement without a table gave no row');
    return row;
  }
}
