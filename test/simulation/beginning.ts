import type { SqlValue } from '../../backend/database/database';
import type { Tables } from './database';
import type { Knowledge } from './knowledge';
import type { Plan } from './plan';

/** Minutes; what users begin with. */
const FREQUENCY = 10;

/** Of the first user. */
export const ADMIN_ID = 1;

/** Beyond every run. */
const NEVER = 2 ** 52;

/** Fills the empty tables with the users of the plan. */
export function insertUsers(plan: Plan, tables: Tables, knowledge: Knowledge): void {
  const insert = (sql: string, ...params: SqlValue[]) =>
    tables.all<{ id: number }>(`${sql} RETURNING id`, ...params)[0];
  insert(
    `INSERT INTO plans (name, description, price_minor, duration_days, max_storage_bytes, max_pending_submissions, created_at)
       VALUES ('Plan', '', 100, 30, 60000, 20, 0)`,
  );
  insert(
    "INSERT INTO users (name, email, password_hash, is_admin, created_at) VALUES ('Admin', 'admin@example.com', 'x', 1, 0)",
  );
  const signIn = (userId: number) =>
    insert(
      `INSERT INTO sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at)
         VALUES (?, ?, ?, 0, 0, ${NEVER})`,
      ...[userId, `of user ${userId}`, userId],
    );
  signIn(ADMIN_ID);
  for (let user = 0; user < plan.users; user++) {
    const made = insert(
      `INSERT INTO users (name, email, password_hash, can_use_shared_videos, created_at)
         VALUES (?, ?, 'x', 1, 0)`,
      `User ${user}`,
      `user${user}@example.com`,
    );
    insert(
      `INSERT INTO account_settings (user_id, upload_frequency, photo_upload_frequency)
         VALUES (?, ${FREQUENCY}, ${FREQUENCY})`,
      made?.id ?? 0,
    );
    signIn(made?.id ?? 0);
    knowledge.people.push({
      user,
      userId: made?.id ?? 0,
      accounts: [],
      added: [],
      removals: [],
      stirred: [],
      deletions: [],
      captions: [],
      frequency: shortestFrequency(plan, user),
    });
  }
}

/** In minutes: before that nothing goes out by itself. */
const shortestFrequency = (plan: Plan, user: number): number =>
  Math.min(
    FREQUENCY,
    ...plan.steps.flatMap((step) => (step.do === 'frequency' && step.user === user ? step.minutes : [])),
  );
