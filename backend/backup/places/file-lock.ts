import SqliteHandle from 'better-sqlite3';
import { errorCode } from '../../common/errors/error-code';

/**
 * Does the work while no other process has this file locked. The kernel releases the lock of a process that dies, so the
 * file means nothing by itself and stays: one that is removed could be locked by two.
 * @throws the refusal when another has it
 */
export async function withFileLock<T>(path: string, refusal: string, work: () => Promise<T>): Promise<T> {
  const lock = new SqliteHandle(path, { timeout: 0 });
  try {
    take(lock, refusal);
    return await work();
  } finally {
    lock.close();
  }
}

function take(lock: SqliteHandle.Database, refusal: string): void {
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    throw errorCode(error) === 'SQLITE_BUSY' ? new Error(refusal) : error;
  }
}
