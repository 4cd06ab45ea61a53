import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { sessionSettings } from './mysql-session';

/** Longest wait for an answer, far above what our statements take. Migrations run before the guard is set. */
const ANSWER_MS = 8_000;

/** Longest wait for a connection of the pool. */
const FREE_MS = 5_000;

interface GuardedConnection {
  threadId: number | null;
  stream: Socket;
  addCommand(command: EventEmitter): unknown;
  query(sql: string, done?: (error: unknown) => void): void;
  release(): void;
  destroy(): void;
}

type Given = (error: unknown, connection?: GuardedConnection) => void;

interface Pool extends EventEmitter {
  getConnection(given: Given): void;
  _freeConnections: { length: number; shift(): GuardedConnection | undefined };
}

/**
 * The driver waits forever for an answer, and a firewall that forgets a connection leaves both sides waiting. A
 * connection that does not answer is destroyed together with the idle ones, which share its fate. Its statement is
 * killed on the server, where it may hold locks.
 */
export function guardPool(dataSource: DataSource, { answerMs = ANSWER_MS, freeMs = FREE_MS } = {}): void {
  const { pool } = dataSource.driver as unknown as { pool: Pool };
  const log = new Logger('Database');
  const watched = new WeakSet<GuardedConnection>();
  const getConnection = pool.getConnection.bind(pool);

  const giveUp = (connection: GuardedConnection) => {
    log.error({ thread: connection.threadId }, 'the database does not answer; the connection is thrown away');
    const { threadId } = connection;
    connection.stream.destroy(coded('PROTOCOL_SEQUENCE_TIMEOUT', 'the database does not answer'));
    dropIdle(dataSource);
    if (threadId === null) return;
    getConnection((error, other) => {
      if (error || !other) return;
      // The thread has usually ended already; a failure does not matter.
      other.query(`KILL ${threadId}`, () => other.release());
    });
  };

  pool.on('acquire', (connection: GuardedConnection) => {
    if (watched.has(connection)) return;
    watched.add(connection);
    const add = connection.addCommand.bind(connection);
    const timers = new Set<NodeJS.Timeout>();
    connection.addCommand = (command) => {
      const timer = setTimeout(() => giveUp(connection), answerMs).unref();
      timers.add(timer);
      const end = () => {
        timers.delete(timer);
        clearTimeout(timer);
      };
      command.once('end', end).once('error', end);
      return add(command);
    };
    connection.stream.once('close', () => timers.forEach((timer) => clearTimeout(timer)));
    connection.query(`SET SESSION ${sessionSettings({ limited: true })}`, () => undefined);
  });

  pool.getConnection = (given) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      given(coded('NO_FREE_CONNECTION', 'every connection to the database is in use'));
    }, freeMs).unref();
    getConnection((error, connection) => {
      clearTimeout(timer);
      if (!isLate) given(error, connection);
      else connection?.release();
    });
  };
}

/** Destroys the idle connections. The pool opens new ones when they are needed. */
export function dropIdle(dataSource: DataSource): void {
  const { _freeConnections: free } = (dataSource.driver as unknown as { pool: Pool }).pool;
  for (let left = free.length; left > 0; left--) free.shift()?.destroy();
}

const coded = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code, fatal: true });
