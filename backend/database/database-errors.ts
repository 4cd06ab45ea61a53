import { errorCode } from '../common/error-code';
import { DomainError } from '../common/errors';

/** The database cannot be reached. Whether the statement took effect is unknown. */
export class DatabaseAway extends DomainError {
  constructor(cause?: unknown) {
    super(503, 'unavailable', 'The database cannot be reached just now. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
    this.name = 'DatabaseAway';
    this.cause = cause;
  }
}

/** Another transaction held the rows. The statement was undone and can be sent again. */
const LOCKED = ['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT'];

/** The server was demoted to a replica: nothing was done, and a new connection finds the new primary. */
const READ_ONLY = [
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_READ_ONLY_MODE',
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
  'ER_CONNECTION_KILLED',
];

type Trouble = 'locked' | 'read only' | 'unreached' | 'lost';

const TROUBLES = new Map<string, Trouble>([
  ...LOCKED.map((code) => [code, 'locked'] as const),
  ...READ_ONLY.map((code) => [code, 'read only'] as const),
  ...UNREACHED.map((code) => [code, 'unreached'] as const),
  ...LOST.map((code) => [code, 'lost'] as const),
]);

/** Classifies a failure of the database itself; undefined if the statement is at fault. */
export function classifyError(thrown: unknown): Trouble | undefined {
  const code = errorCode(thrown) ?? '';
  return /^SQLITE_(BUSY|LOCKED)/.test(code) ? 'locked' : TROUBLES.get(code);
}
