import type { Expression } from 'kysely';
import type { Trouble } from './database-errors';
import type { NewRow, Query, TableName } from './tables';
import { witnessed } from './write-witness';

/** One statement of a unit. */
export interface Statement {
  sql: string;
  params: SqlValue[];
  /** The statement of the unit, by its number, whose new id is the first parameter. */
  ofRow?: number;
  /** How many rows it must affect (`true`: one). With fewer, the whole unit is undone. */
  required?: boolean | number;
}

export interface Done {
  affected: number;
  /** Id of the row that an INSERT made. */
  id: number;
}

/** How a unit is committed. */
export interface Commit {
  /**
   * `false`: a machine that loses power may lose the unit, and with it whatever was committed after it; a process that is
   * killed loses nothing. For what is made anew: leases, places in line, notes of calls that make nothing public. SQLite
   * then does not wait for the disk. On MySQL the server decides.
   */
  durable?: boolean;
}

export type SqlValue = string | number | null;

/** Tries of a unit that inserts missing rows: one for each row that another unit may insert meanwhile, and one more. */
const INSERT_TRIES = 3;

/**
 * SQL on either database, with `?` for parameters; also the injection token.
 *
 * A change of state is one conditional UPDATE, judged by the rows it affected. If a change has bookkeeping (a row and
 * its quota), `atomically` takes the statements as a list. An open transaction is never handed out, because on SQLite
 * all requests share one connection and would join it (docs/decisions/002-no-open-transactions.md).
 */
export abstract class Database {
  /** Ends a SELECT inside a write if the rows it reads must not change until the write is done. */
  abstract readonly lockingRead: Expression<unknown>;

  /** Whether `like` tells upper from lower case outside of ASCII. Its connections then have the function `folded`. */
  readonly likeIsExact: boolean = false;

  /** SQL for the database's own time in milliseconds; null if that is this machine's time. */
  readonly nowSql: string | null = null;

  /** Whether its disk had no room for a write, and no write has succeeded since. Never known of a server. */
  isFull = false;

  /** How many statements the database did not carry out since the start of the process, and why. */
  readonly troubles: Record<Trouble, number> = {
    locked: 0,
    'read only': 0,
    unreached: 0,
    lost: 0,
    stopped: 0,
  };

  rows<T>(query: Query<T>): Promise<T[]>;
  rows<T>(sql: string, params?: SqlValue[]): Promise<T[]>;
  rows<T>(given: Query<T> | string, params: SqlValue[] = []): Promise<T[]> {
    return this.read<T>(statementOf(given, params));
  }

  /**
   * The rows of a SELECT that no other transaction holds. Who holds one may have died with its machine, and the server
   * notices that late.
   */
  async unheld<T extends { id: number }>(query: Query<T>): Promise<{ rows: T[]; passedOver: boolean }> {
    return { rows: await this.rows(query), passedOver: false };
  }

  /** @returns how many rows the statement affected. */
  run(query: Query, commit?: Commit): Promise<number>;
  run(sql: string, params?: SqlValue[]): Promise<number>;
  run(given: Query | string, more: SqlValue[] | Commit = []): Promise<number> {
    const { durable = true } = Array.isArray(more) ? {} : more;
    const statement = statementOf(given, Array.isArray(more) ? more : []);
    return witnessed(
      () => this.write(statement, durable),
      (affected) => affected > 0,
    );
  }

  /**
   * Commits the statements together.
   * @returns what each did, or `null` when a required one affected too few rows and all were undone.
   */
  atomically(statements: (Query | Statement)[], { durable = true }: Commit = {}): Promise<Done[] | null> {
    const unit = statements.map((each) => ('compile' in each ? textOf(each) : each));
    return witnessed(
      () => this.unit(unit, durable),
      (done) => done !== null,
    );
  }

  protected abstract read<T>(statement: Statement): Promise<T[]>;
  protected abstract write(statement: Statement, durable: boolean): Promise<number>;
  protected abstract add(statement: Statement): Promise<number>;
  protected abstract unit(statements: Statement[], durable: boolean): Promise<Done[] | null>;

  /**
   * Like `atomically`, for statements that insert a row unless it exists. On MySQL two concurrent units do not see each
   * other's row, and a unique index refuses the later one. That unit is repeated, and then finds the row.
   */
  async atomicallyIfAbsent(statements: (Query | Statement)[]): Promise<Done[] | null> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.atomically(statements);
      } catch (error) {
        if (!this.isDuplicate(error) || tries === INSERT_TRIES) throw error;
      }
    }
  }

  row<T>(query: Query<T>): Promise<T | undefined>;
  row<T>(sql: string, params?: SqlValue[]): Promise<T | undefined>;
  async row<T>(given: Query<T> | string, params: SqlValue[] = []): Promise<T | undefined> {
    return (await this.read<T>(statementOf(given, params)))[0];
  }

  /** Inserts one row, given its values by column. @returns its id. */
  insert<Name extends TableName>(table: Name, values: NewRow<Name>): Promise<number> {
    return witnessed(
      () => this.add(insertStatement(table, [values])),
      () => true,
    );
  }

  /** Whether a unique index refused the statement. */
  abstract isDuplicate(error: unknown): boolean;
}

/** The text and the parameters that are run. */
export const textOf = (built: Query): Statement => {
  const { sql, parameters } = built.compile();
  return { sql, params: parameters as SqlValue[] };
};

/** A statement whose unit is undone when it affects fewer rows. */
export const required = (built: Query, rows = 1): Statement => ({ ...textOf(built), required: rows });

/**
 * A statement about the row that an earlier INSERT of the unit makes: its first parameter stands for the new id.
 * @param insert the number of that INSERT in the unit
 */
export const ofRow = (insert: number, built: Query): Statement => ({ ...textOf(built), ofRow: insert });

/** The parameters, once what comes before in the unit is done. */
export const paramsAfter = ({ params, ofRow: insert }: Statement, done: readonly Done[]): SqlValue[] =>
  insert === undefined ? params : [done[insert]?.id ?? null, ...params.slice(1)];

const statementOf = (given: Query | string, params: SqlValue[]): Statement =>
  typeof given === 'string' ? { sql: given, params } : textOf(given);

/** `INSERT INTO table (a, b) VALUES (?, ?), (?, ?)`. All rows must have the columns of the first one. */
export function insertStatement<Name extends TableName>(table: Name, rows: NewRow<Name>[]): Statement {
  const given = rows as Record<string, SqlValue>[];
  const columns = Object.keys(given[0] ?? {});
  const places = `(${columns.map(() => '?').join(', ')})`;
  return {
    sql: `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => places).join(', ')}`,
    params: given.flatMap((row) => columns.map((column) => row[column] ?? null)),
  };
}
