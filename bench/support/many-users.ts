import { createHash, createHmac, randomBytes } from 'node:crypto';
import { tokenContext } from '../../backend/accounts/accounts.service';
import { JWT_AUDIENCE, JWT_ISSUER } from '../../backend/auth/jwt';
import { SecretCipher } from '../../backend/config/secret-cipher';
import type { DatabaseConfig } from '../../backend/config/config';
import { insertStatement, type Database } from '../../backend/database/database';
import type { NewRow, TableName } from '../../backend/database/tables';
import { pageToken } from '../../backend/rehearsal/rehearsal-account';
import { openDatabase } from '../../test/support/databases';

const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 1000;
const OTHERS = 1000;

/** With this the tokens below are as good as the product's own. */
export const JWT_SECRET = 'the benchmark signs its tokens with this';

/** With this the product opens the tokens of the accounts below. */
export const ENCRYPTION_KEY = '07'.repeat(32);

export interface Crowd {
  users: number;
  postsEach: number;
  /** Posts that belong to none of them, spread between theirs. */
  otherPosts?: number;
  /** Of everybody; without one nobody can sign in anew. */
  passwordHash?: string;
}

/** Of user n + 1. */
export const emailOf = (n: number): string => `user${n}@example.com`;

/**
 * Writes users that are signed in and have a plan, and their videos, straight into a database that is made for it.
 * Everybody uploads in turn, so that nobody's rows lie side by side. @returns their tokens; user n + 1 has the n-th.
 */
export async function seed(
  config: DatabaseConfig,
  { users, postsEach, otherPosts = 0, passwordHash = '' }: Crowd,
): Promise<string[]> {
  const { dataSource, db } = await openDatabase(config);
  try {
    const ids = Array.from({ length: users }, (_, n) => n + 1);
    const others = Array.from({ length: otherPosts ? OTHERS : 0 }, (_, n) => users + n + 1);
    const tokens = await signIn(db, ids, others, passwordHash);
    const otherPostsEach = otherPosts / postsEach;
    for (let turn = 0; turn < postsEach; turn++) {
      await insert(db, 'posts', users, (n) => post(ids[n]!, turn));
      await insert(db, 'posts', Math.round(otherPostsEach), (n) => post(others[n % OTHERS]!, turn));
    }
    return tokens;
  } finally {
    await dataSource.destroy();
  }
}

export const SHARED_CATEGORY = 1;
export const OTHER_CATEGORY = 2;
const SHARED_VIDEOS = 50;
/** Left the library a moment ago; everybody has posted it. */
const GONE_VIDEO = 1;

/**
 * Has everybody of a crowd use the shared library: connected, with two preferred categories, and half of the videos
 * used, one of which has just left it. The first is an administrator.
 */
export async function addLibrary(config: DatabaseConfig, users: number): Promise<void> {
  const { dataSource, db } = await openDatabase(config);
  const now = Date.now();
  try {
    const categories = [SHARED_CATEGORY, OTHER_CATEGORY];
    await insert(db, 'categories', categories.length, (n) => ({
      id: categories[n]!,
      name: `Category ${n}`,
      is_active: 1,
      created_at: now,
    }));
    await insert(db, 'shared_videos', SHARED_VIDEOS, (n) => ({
      id: n + 1,
      title: `Shared ${n}`,
      category_id: categories[n % 2]!,
      file_key: `shared${n}.mp4`,
      size_bytes: 1_000_000,
      width: 1080,
      height: 1920,
      duration_ms: 10_000,
      created_at: now,
    }));
    // Nobody is about to post: the next slot is in a week.
    await db.run(
      `UPDATE users SET can_use_shared_videos = 1, preferred_categories = ?,
              is_admin = CASE WHEN id = 1 THEN 1 ELSE 0 END`,
      [JSON.stringify(categories)],
    );
    // But the bytes of some posts have had their days.
    await db.run('UPDATE posts SET published_at = ?, idle_since = CASE WHEN id <= 2000 THEN 1 ELSE ? END', [
      now,
      now,
    ]);
    await db.run('UPDATE shared_videos SET deleted_at = ? WHERE id = ?', [now, GONE_VIDEO]);
    await db.run("UPDATE posts SET shared_video_id = ?, status = 'published' WHERE id > ? AND id <= ?", [
      GONE_VIDEO,
      users,
      2 * users,
    ]);
    const cipher = new SecretCipher({ jwt: JWT_SECRET, encryption: [Buffer.from(ENCRYPTION_KEY, 'hex')] });
    await insert(db, 'accounts', users, (n) => ({
      is_default: 1 as const,
      upload_frequency: 10_080,
      user_id: n + 1,
      network: 'facebook' as const,
      remote_id: pageOf(n),
      token: cipher.encrypt(pageToken(pageOf(n)), tokenContext(n + 1)),
      verified_at: now - DAY_MS,
      next_check_at: now,
    }));
    for (let video = 1; video <= SHARED_VIDEOS / 2; video++)
      await insert(db, 'library_uses', users, (n) => ({
        user_id: n + 1,
        network: 'facebook' as const,
        remote_id: pageOf(n),
        shared_video_id: video,
        used_at: now,
      }));
  } finally {
    await dataSource.destroy();
  }
}

/** How many of the accounts the network has been asked about since `addLibrary`. */
export async function checkedAccounts(config: DatabaseConfig): Promise<number> {
  const { dataSource, db } = await openDatabase(config);
  try {
    const checked = 'SELECT COUNT(*) AS count FROM accounts WHERE verified_at >= ?';
    return (await db.row<{ count: number }>(checked, [Date.now() - DAY_MS / 2]))?.count ?? 0;
  } finally {
    await dataSource.destroy();
  }
}

/** Of user n + 1. */
const pageOf = (n: number): string => String(7_000_000_000 + n);

async function signIn(
  db: Database,
  ids: number[],
  others: number[],
  passwordHash: string,
): Promise<string[]> {
  const now = Date.now();
  const until = now + 30 * DAY_MS;
  const sessions = ids.map(() => randomBytes(24).toString('base64url'));
  await insert(db, 'plans', 1, () => ({
    id: 1,
    name: 'Bench',
    description: '',
    price_minor: 0,
    duration_days: 30,
    max_storage_bytes: 2 ** 40,
    max_pending_submissions: 1_000_000,
    created_at: now,
  }));
  const everybody = [...ids, ...others];
  await insert(db, 'users', everybody.length, (n) => ({
    id: everybody[n]!,
    name: `User ${n}`,
    email: emailOf(n),
    password_hash: passwordHash,
    timezone: 'Europe/Berlin',
    created_at: now,
  }));
  await insert(db, 'sessions', ids.length, (n) => ({
    token_hash: createHash('sha256').update(sessions[n]!).digest('hex'),
    user_id: ids[n]!,
    created_at: now,
    last_seen_at: now,
    expires_at: until,
  }));
  await insert(db, 'subscriptions', ids.length, (n) => ({
    user_id: ids[n]!,
    plan_id: 1,
    starts_at: now,
    expires_at: until,
    created_at: now,
  }));
  await insert(db, 'quota_usage', ids.length, (n) => ({ user_id: ids[n]!, tasks_used: 0, storage_used: 0 }));
  return ids.map((id, n) => token(id, sessions[n]!, now, until));
}

function post(userId: number, turn: number): NewRow<'posts'> {
  const created = Date.UTC(2026, 0, 1) + turn * DAY_MS;
  return {
    user_id: userId,
    kind: 'video',
    network: 'facebook' as const,
    format: 'video',
    title: `How the harbour wakes up, part ${turn + 1}`,
    description: 'Six in the morning, the first boats come in. Filmed in one take. #harbour #morning #boats',
    status: 'published',
    scheduled_for: created + 3_600_000,
    file_key: `${randomBytes(20).toString('hex')}.mp4`,
    poster_key: `${randomBytes(20).toString('hex')}.jpg`,
    size_bytes: 12_345_678,
    width: 1080,
    height: 1920,
    duration_ms: 32_500,
    remote_id: String(10 ** 14 + turn),
    permalink: `https://www.facebook.com/reel/${10 ** 14 + turn}`,
    posted_text: 'Six in the morning, the first boats come in. Filmed in one take. #harbour #morning #boats',
    published_at: created + 3_600_000,
    created_at: created,
  };
}

async function insert<Name extends TableName>(
  db: Database,
  table: Name,
  count: number,
  row: (n: number) => NewRow<Name>,
): Promise<void> {
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, n) => row(from + n));
    const { sql, params } = insertStatement(table, rows);
    await db.run(sql, params);
  }
}

function token(userId: number, sessionId: string, from: number, until: number): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    sub: String(userId),
    sid: sessionId,
    iss: JWT_ISSUER,
    aud: JWT_AUDIENCE,
    iat: Math.floor(from / 1000),
    exp: Math.floor(until / 1000),
  };
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', JWT_SECRET).update(text).digest('base64url')}`;
}
