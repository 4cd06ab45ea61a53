import { errorCode } from './error-code';

/** Codes of the drivers, and of the sockets under them, for a database that is locked or unreachable. */
const AWAY = new Set([
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_CANTOPEN',
  'SQLITE_IOERR',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_DEADLOCK',
  'ER_CHECKREAD',
  'ER_AUTOINC_READ_FAILED',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_CONNECTION_KILLED',
  'ER_QUERY_INTERRUPTED',
  'ER_QUERY_TIMEOUT',
  'ER_STATEMENT_TIMEOUT',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'POOL_CLOSED',
  'POOL_CONNLIMIT',
  'POOL_ENQUEUELIMIT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** mysql2 has no codes for these, nor has TypeORM for a closed data source. */
const SENTENCES =
  /^(Queue limit reached|No connections available|Pool is closed|Can't add new command when connection is in closed state|Timeout waiting for (a )?connection|The database connection is not open)|connection (is )?not (yet )?established/i;

/** Whether the database is locked or unreachable, as opposed to an error in one of our statements. */
export function isDatabaseAway(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { message, driverError } = thrown as { message?: unknown; driverError?: unknown };
  const code = errorCode(thrown) ?? '';
  // Extended codes such as SQLITE_BUSY_SNAPSHOT begin with the two words of the basic code.
  if (AWAY.has(code) || AWAY.has(/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? '')) return true;
  if (typeof message === 'string' && SENTENCES.test(message)) return true;
  return driverError !== thrown && isDatabaseAway(driverError);
}
