import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { notFound } from '../common/errors';
import { Database } from '../database/database';
import { ACTIVE } from '../subscriptions/subscription-status';
import { FIRST_STEPS, type FirstStepsView } from './first-steps.view';

type Row = Record<(typeof FIRST_STEPS)[number] | 'dismissed', number>;

/** What a newcomer does first. Whether it is done is read from what is there, and what may be gone again is stored. */
@Injectable()
export class FirstStepsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError 404 when the user was deleted meanwhile */
  async of(userId: number): Promise<FirstStepsView> {
    const now = this.clock.now();
    const [row] = await this.db.rows<Row>(
      `SELECT u.first_steps_dismissed AS dismissed,
         CASE WHEN u.access_token IS NOT NULL AND u.page_id IS NOT NULL THEN 1 ELSE 0 END AS connect,
         EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = u.id AND ${ACTIVE}) AS plan,
         EXISTS (SELECT 1 FROM posts p WHERE p.user_id = u.id) AS upload,
         CASE WHEN u.has_scheduled = 1 OR EXISTS
           (SELECT 1 FROM posts p WHERE p.user_id = u.id AND (p.scheduled_for IS NOT NULL OR p.status = 'published'))
           THEN 1 ELSE 0 END AS schedule,
         EXISTS (SELECT 1 FROM posts p WHERE p.user_id = u.id AND p.status = 'published') AS published
       FROM users u WHERE u.id = ?`,
      [now, now, userId],
    );
    if (!row) throw notFound('The account');
    return {
      dismissed: row.dismissed,
      steps: FIRST_STEPS.map((key) => ({ key, done: row[key] })),
    };
  }

  async dismiss(userId: number, dismissed: boolean): Promise<void> {
    await this.db.run('UPDATE users SET first_steps_dismissed = ? WHERE id = ?', [dismissed ? 1 : 0, userId]);
  }
}
