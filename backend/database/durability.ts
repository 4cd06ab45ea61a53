import { sql } from 'kysely';
import { errorCode } from '../common/errors/error-code';
import type { Database } from './database';
import { query } from './tables';

/** With these values a commit is on the disk when it is answered. MariaDB's 3 writes more often than 1. */
const DURABLE = { innodb_flush_log_at_trx_commit: [1, 3], sync_binlog: [1] };

type Setting = keyof typeof DURABLE;

/**
 * Whether a MySQL or MariaDB may lose commits that it has answered when its machine loses power. What is lost with them is
 * that a post was about to be sent. @returns undefined if it keeps them
 */
export async function riskOfLoss(db: Database): Promise<{ text: string; remedy: string } | undefined> {
  const set = await settingsOf(db);
  const risky = Object.entries(set).filter(([name, value]) => !DURABLE[name as Setting].includes(value));
  if (risky.length === 0) return undefined;
  const values = risky.map(([name, value]) => `${name} is ${value}`).join(', ');
  const wanted = risky.map(([name]) => `${name} = 1`).join(' and ');
  return {
    text: `the database may lose what it has just written when its machine loses power (${values}): a post may then go out twice.`,
    remedy: `Set ${wanted} on the server.`,
  };
}

/** Without a binary log, nothing hangs on when it is written. */
async function settingsOf(db: Database): Promise<Partial<Record<Setting, number>>> {
  const row = await db.row(SETTINGS).catch(ofAnotherServer);
  if (!row) return {};
  const log = { innodb_flush_log_at_trx_commit: Number(row.flush) };
  return Number(row.log_bin) === 1 ? { ...log, sync_binlog: Number(row.sync) } : log;
}

/** What speaks MySQL's protocol and keeps its data in another way. */
function ofAnotherServer(error: unknown): undefined {
  if (errorCode(error) !== 'ER_UNKNOWN_SYSTEM_VARIABLE') throw error;
}

const SETTINGS = query.selectNoFrom([
  sql`@@innodb_flush_log_at_trx_commit`.as('flush'),
  sql`@@log_bin`.as('log_bin'),
  sql`@@sync_binlog`.as('sync'),
]);
