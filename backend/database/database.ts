import type { Expression } from 'kysely';
import type { NewRow, Query, TableName } from './tables';

/** One statement of those that stand or fall together. */
export interface Statement {
  sql: string;
  params: SqlValue[];
  /** How many rows it has to affect (`true`: one); with fewer, all of them are undone. */
  required?: boolean | number;
}

export interface Done {
  affected: number;
  /** Of the row that an INSERT made. */
  id: number;
}

export type SqlValue = string | number | null;

/** One for each row that a unit may find inserted meanwhile, and one more. */
const INSERT_TRIES = 3;

/**
 * SQL on either database, with `?` for parameters; also the injection token.
 *
 * A change of state is one conditional UPDATE, judged by the rows it affected. Where a change carries its bookkeeping
 * (a row and its quota), `atomically` takes the statements as a list. It never hands out an open transaction, because
 * on SQLite all requests share one connection and would join it (docs/decisions/002-no-open-transactions.md).
 */
export abstract class Database {
  /** Ends a SELECT inside a write whose rows must stay as they were read until the write is done. */
  abstract readonly lockingRead: Expression<unknown>;

  /** SQL for the database's own time in milliseconds; null where that is this machine's. */
  readonly nowSql: string | null = null;

  rows<T>(query: Query<T>): Promise<T[]>;
  rows<T>(sql: string, params?: SqlValue[]): Promise<T[]>;
  rows<T>(given: Query<T> | string, params: SqlValue[] = []): Promise<T[]> {
    return this.read<T>(statementOf(given, params));
  }

  /** @returns how many rows the statement affected. */
  run(query: Query): Promise<number>;
  run(sql: string, params?: SqlValue[]): Promise<number>;
  run(given: Query | string, params: SqlValue[] = []): Promise<number> {
    return this.write(statementOf(given, params));
  }

  /** @returns what each did, or `null` when a required one affected too few rows and all were undone. */
  atomically(statements: (Query | Statement)[]): Promise<Done[] | null> {
    return this.unit(statements.map((each) => ('compile' in each ? textOf(each) : each)));
  }

  protected abstract read<T>(statement: Statement): Promise<T[]>;
  protected abstract write(statement: Statement): Promise<number>;
  protected abstract add(statement: Statement): Promise<number>;
  protected abstract unit(statements: Statement[]): Promise<Done[] | null>;

  /**
   * As `atomically`, for statements that insert a row unless it is there: on MySQL two units at the same moment do not
   * see each other's, and a unique index refuses the later one. It is done afresh, and finds the row.
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

  /** INSERT of one row whose values are given by column; @returns its id. */
  insert<Name extends TableName>(table: Name, values: NewRow<Name>): Promise<number> {
    return this.add(insertStatement(table, [values]));
  }

  /** True for the refusal of a unique index. */
  abstract isDuplicate(error: unknown): boolean;
}

/** As it is run. */
export const textOf = (built: Query): Statement => {
  const { sql, parameters } = built.compile();
  return { sql, params: parameters as SqlValue[] };
};

/** In a unit that is undone when this affects fewer rows. */
export const required = (built: Query, rows = 1): Statement => ({ ...textOf(built), required: rows });

const statementOf = (given: Query | string, params: SqlValue[]): Statement =>
  typeof given === 'string' ? { sql: given, params } : textOf(given);

/** `INSERT INTO table (a, b) VALUES (?, ?), (?, ?)` for rows that all have the first one's columns. */
export function insertStatement<Name extends TableName>(table: Name, rows: NewRow<Name>[]): Statement {
  const given = rows as Record<string, SqlValue>[];
  const columns = Object.keys(given[0] ?? {});
  const places = `(${columns.map(() => '?').join(', ')})`;
  return {
    sql: `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => places).join(', ')}`,
    params: given.flatMap((row) => columns.map((column) => row[column] ?? null)),
  };
}
