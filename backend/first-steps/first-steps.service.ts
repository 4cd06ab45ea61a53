import { Inject, Injectable } from '@nestjs/common';
import type { Expression, SqlBool } from 'kysely';
import { Clock } from '../common/time/clock';
import { notFound } from '../common/errors/errors';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import { isActive } from '../subscriptions/subscription-status';
import { changingUser } from '../users/user-changes';
import { FIRST_STEPS, type FirstStepsView } from './first-steps.view';

/**
 * The first steps of a new user. Whether one is done is read from existing rows; what may be deleted again is stored.
 */
@Injectable()
export class FirstStepsService {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 404 if the user was deleted meanwhile */
  async of(userId: number): Promise<FirstStepsView> {
    const row = await this.db.row(stepsOf(userId, this.clock.now()));
    if (!row) throw notFound('The account');
    return {
      dismissed: row.dismissed,
      steps: FIRST_STEPS.map((key) => ({ key, done: row[key] })),
    };
  }

  async dismiss(userId: number, dismissed: boolean): Promise<void> {
    await this.db.run(changingUser(userId, { first_steps_dismissed: dismissed ? 1 : 0 }));
  }
}

function stepsOf(userId: number, now: number) {
  const accounts = query
    .selectFrom('accounts as a')
    .select('a.id')
    .where('a.user_id', '=', userId)
    .where('a.removed_at', '=', 0);
  const posts = query.selectFrom('posts as p').select('p.id').where('p.user_id', '=', userId);
  const plans = query.selectFrom('subscriptions as s').select('s.id').where('s.user_id', '=', userId);
  const published = posts.where('p.status', '=', 'published');
  const scheduled = posts.where((post) =>
    post.or([post('p.scheduled_for', 'is not', null), post('p.status', '=', 'published')]),
  );
  return query
    .selectFrom('users as u')
    .select(['u.first_steps_dismissed as dismissed'])
    .select((user) => {
      const flag = (condition: Expression<SqlBool>) => user.case().when(condition).then(1).else(0).end();
      return [
        flag(user.exists(accounts)).as('connect'),
        flag(user.exists(plans.where(isActive(now)))).as('plan'),
        flag(user.exists(posts)).as('upload'),
        flag(user.or([user('u.has_scheduled', '=', 1), user.exists(scheduled)])).as('schedule'),
        flag(user.exists(published)).as('published'),
      ];
    })
    .where('u.id', '=', userId);
}
