import { errorCode } from '../common/errors/error-code';
import { DomainError } from '../common/errors/errors';

/** The database cannot be reached. `mayBeDone`: whether the statement may have taken effect. */
export class DatabaseAway extends DomainError {
  constructor(
    cause?: unknown,
    readonly mayBeDone = true,
  ) {
    super(503, 'unavailable', 'The database cannot be reached just now. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
    this.name = 'DatabaseAway';
    this.cause = cause;
  }
}

/** Another transaction held the rows. The statement was undone and can be sent again. */
const LOCKED = [
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  // A deadlock, or too long a wait, over the next number of a table.
  'ER_AUTOINC_READ_FAILED',
];

/** The server was demoted to a replica: nothing was done, and a new connection finds the new primary. */
const READ_ONLY = [
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_READ_ONLY_MODE',
  // A node of a cluster that is not in it any more.
  'ER_UNKNOWN_COM_ERROR',
];

/** Nothing was sent. */
const UNREACHED = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  'ER_CANT_CREATE_THREAD',
  'NO_FREE_CONNECTION',
];

/** The statement may or may not have taken effect. */
const LOST = [
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_CLIENT_INTERACTION_TIMEOUT',
  'ER_SESSION_WAS_KILLED',
];

/** The server undid the statement because it took too long or had no room. To send it again would not help. */
const STOPPED = ['ER_QUERY_INTERRUPTED', 'ER_QUERY_TIMEOUT', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL'];

/** Numbers of MariaDB for which the driver has no name. */
const UNNAMED = new Map<unknown, string>([
  [1927, 'ER_SESSION_WAS_KILLED'],
  [1969, 'ER_QUERY_TIMEOUT'],
]);

export type Trouble = 'locked' | 'read only' | 'unreached' | 'lost' | 'stopped';

const TROUBLES = new Map<string, Trouble>([
  ...LOCKED.map((code) => [code, 'locked'] as const),
  ...READ_ONLY.map((code) => [code, 'read only'] as const),
  ...UNREACHED.map((code) => [code, 'unreached'] as const),
  ...LOST.map((code) => [code, 'lost'] as const),
  ...STOPPED.map((code) => [code, 'stopped'] as const),
]);

/** Classifies a failure of the database itself; undefined if the statement is at fault. */
export function classifyError(thrown: unknown): Trouble | undefined {
  const code = UNNAMED.get((thrown as { errno?: unknown } | null)?.errno) ?? errorCode(thrown) ?? '';
  return /^SQLITE_(BUSY|LOCKED)/.test(code) ? 'locked' : TROUBLES.get(code);
}

/** Whether the database is there, and another transaction held the rows for too long. */
export const isHeld = ({ cause }: DatabaseAway): boolean => classifyError(cause) === 'locked';
