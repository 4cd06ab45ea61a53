/** Longest wait for the lock of another transaction. It ends before the client considers the connection dead. */
const LOCK_SECONDS = 3;

/** Longest duration of a statement, likewise. */
const STATEMENT_SECONDS = 7;

/**
 * Longest pause between two statements of a unit that has written. A machine that lost power says nothing, and the server
 * would keep its locks for hours. MySQL has no such limit.
 */
const IDLE_SECONDS = 15;

/**
 * What a connection sets at its beginning, for `SET SESSION`. Servers differ in their defaults, and some defaults are
 * dangerous: the driver writes values into a statement with backslashes, which NO_BACKSLASH_ESCAPES would not read as
 * such. The comments at the end are read by MariaDB and by MySQL respectively; each has its own limit.
 */
export function sessionSettings({ limited }: { limited: boolean }): string {
  const seconds = limited ? STATEMENT_SECONDS : 0;
  const idle = limited ? IDLE_SECONDS : 0;
  return (
    `sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', ` +
    `innodb_lock_wait_timeout = ${LOCK_SECONDS}` +
    `/*M!, max_statement_time = ${seconds} *//*!80000, max_execution_time = ${seconds * 1000} */` +
    `/*M!100300, idle_write_transaction_timeout = ${idle} */`
  );
}
