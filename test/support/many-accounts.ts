import { tokenContext } from '../../backend/accounts/accounts.service';
import { SecretCipher } from '../../backend/config/secret-cipher';
import { insertStatement, type Database } from '../../backend/database/database';
import type { NewRow, TableName } from '../../backend/database/tables';
import { SECRETS } from './services';

const ROWS_AT_ONCE = 1000;
const DAY_MS = 86_400_000;

/** Of account n. Users have the numbers of their accounts: both begin with 1. */
export const pageOf = (n: number): string => String(7_000_000_000 + n);

/** Users with a plan, each with a Page; nothing is due. */
export async function addAccounts(db: Database, count: number): Promise<void> {
  const now = Date.now();
  await db.insert('plans', {
    id: 100,
    name: 'Scale',
    description: '',
    price_minor: 0,
    duration_days: 30,
    max_storage_bytes: 2 ** 40,
    max_pending_submissions: 1_000_000,
    created_at: now,
  });
  await insertRows(db, 'users', count, (n) => ({
    id: n,
    name: `User ${n}`,
    email: `user${n}@example.com`,
    password_hash: 'none',
    created_at: now,
  }));
  await insertRows(db, 'subscriptions', count, (n) => ({
    user_id: n,
    plan_id: 100,
    starts_at: now - DAY_MS,
    expires_at: now + 365 * DAY_MS,
    created_at: now,
  }));
  await insertRows(db, 'quota_usage', count, (n) => ({ user_id: n, tasks_used: 0, storage_used: 0 }));
  await insertRows(db, 'change_counters', count, (n) => ({
    user_id: n,
    topic: 'videos' as const,
    changed_at: now,
  }));
  await addPages(db, count);
}

/** Of users who are there: each a Page that was checked just now. */
export async function addPages(db: Database, count: number): Promise<void> {
  const now = Date.now();
  const cipher = new SecretCipher(SECRETS);
  await insertRows(db, 'accounts', count, (n) => ({
    id: n,
    user_id: n,
    network: 'facebook' as const,
    remote_id: pageOf(n),
    name: `Page ${n}`,
    is_default: 1 as const,
    token: cipher.encrypt(`EAAB_page_${n}`, tokenContext(n)),
    verified_at: now,
    expires_at: now + 60 * DAY_MS,
    next_check_at: now + DAY_MS + n,
  }));
}

interface Posts {
  count: number;
  accounts: number;
  /** Of the first; each that follows is due a millisecond later. */
  dueAt: number;
}

/** Posts with a time, dealt out to the accounts in turn; their accounts know nothing of them yet. */
export async function addPosts(db: Database, { count, accounts, dueAt }: Posts): Promise<void> {
  await countTo(db, POSTS_AT_ONCE);
  for (let from = 0; from < count; from += POSTS_AT_ONCE) {
    const rows = Math.min(POSTS_AT_ONCE, count - from);
    await db.run(
      `INSERT INTO posts (user_id, account_id, kind, network, format, title, status, scheduled_for, due_at,
                          file_key, size_bytes, width, height, duration_ms, created_at)
       SELECT (n + ?) % ? + 1, (n + ?) % ? + 1, 'video', 'facebook', 'video', 'How the harbour wakes up', 'pending',
              n + ?, n + ?, CONCAT('film', n + ?, '.mp4'), 1000, 1080, 1920, 32500, n + ?
         FROM numbers WHERE n < ? ORDER BY n`,
      [from, accounts, from, accounts, dueAt + from, dueAt + from, dueAt + from, dueAt + from - DAY_MS, rows],
    );
  }
}

/** What follows from the posts: when their accounts are next due, and what their users have used up. */
export async function bringUpToDate(db: Database): Promise<void> {
  await db.run(
    `UPDATE accounts SET next_due_at =
       (SELECT MIN(p.due_at) FROM posts p WHERE p.account_id = accounts.id AND p.status = 'pending' AND p.due_at > 0)`,
  );
  const own = 'FROM posts p WHERE p.user_id = quota_usage.user_id AND p.file_key IS NOT NULL';
  await db.run(
    `UPDATE quota_usage SET tasks_used = (SELECT COUNT(*) ${own} AND p.status = 'pending'),
                            storage_used = (SELECT COALESCE(SUM(p.size_bytes), 0) ${own})`,
  );
}

const POSTS_AT_ONCE = 2 ** 17;

/** A table of the numbers from 0 on, that other rows are made from. */
async function countTo(db: Database, count: number): Promise<void> {
  await db.run('CREATE TABLE IF NOT EXISTS numbers (n INTEGER PRIMARY KEY)');
  if (await db.row('SELECT n FROM numbers WHERE n = 0')) return;
  await db.run('INSERT INTO numbers VALUES (0)');
  for (let have = 1; have < count; have *= 2)
    await db.run('INSERT INTO numbers SELECT n + ? FROM numbers WHERE n < ?', [have, have]);
}

/** `row` is given the numbers from 1 on. */
export async function insertRows<Name extends TableName>(
  db: Database,
  table: Name,
  count: number,
  row: (n: number) => NewRow<Name>,
): Promise<void> {
  for (let from = 1; from <= count; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from + 1) }, (_, n) => row(from + n));
    const { sql, params } = insertStatement(table, rows);
    await db.run(sql, params);
  }
}
