import { createHash } from 'node:crypto';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import type { Config } from '../config/config';
import { errorCode } from '../common/errors/error-code';
import { classifyError } from './database-errors';
import { openMigrated, UNFINISHED_MOVE } from './migrate';
import type { MovedTable, Value } from './move-source';
import { sessionSettings } from './mysql-session';

type MysqlConfig = Extract<Config['database'], { kind: 'mysql' }>;

export class TargetNotEmpty extends Error {
  override readonly name = 'TargetNotEmpty';
}

/**
 * The MySQL database into which another one is moved. From the first table until `finish` it is marked, and no process
 * starts on it; a second move into it begins anew.
 */
export class MoveTarget {
  private constructor(
    private readonly holder: DataSource,
    private readonly dataSource: DataSource,
    private readonly runner: QueryRunner,
  ) {}

  /** @throws an error in words when the database is not empty, or another move into it is under way. */
  static async open(database: MysqlConfig, options: DataSourceOptions): Promise<MoveTarget> {
    const holder = await new DataSource({ ...options, entities: [], migrations: [] }).initialize();
    try {
      await claim(holder);
      const dataSource = await openMigrated(database, options, { isMove: true });
      const runner = dataSource.createQueryRunner();
      // The order of the tables does not matter: in the source, no row refers to one that does not exist.
      await runner.query(`SET SESSION ${sessionSettings({ limited: false })}, foreign_key_checks = 0`);
      return new MoveTarget(holder, dataSource, runner);
    } catch (error) {
      await holder.destroy();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.runner.release();
    await this.dataSource.destroy();
    await this.holder.destroy();
  }

  /** Removes the rows that the migrations made. */
  async clear({ name }: MovedTable): Promise<void> {
    await this.runner.query(`DELETE FROM ${quoted(name)}`);
  }

  /** @throws an error that names the first row that the database refuses. */
  async insert(table: MovedTable, rows: Value[][]): Promise<void> {
    try {
      await this.send(table, rows);
    } catch (error) {
      if (isOfServer(error)) throw error;
      // Undone as a whole. One by one, it shows which row it was.
      for (const row of rows)
        await this.send(table, [row]).catch((why: unknown) => {
          if (isOfServer(why)) throw why;
          throw new Error(`${rowName(table, row)} does not fit into MySQL: ${reasonOf(why)}.`);
        });
      throw error;
    }
  }

  /** @throws an error that names the first of the rows that is missing or differs. */
  async compare(table: MovedTable, rows: Value[][]): Promise<void> {
    const { name, columns, key } = table;
    const places = `(${key.map(() => '?').join(', ')})`;
    const found = (await this.runner.query(
      `SELECT ${listed(columns)} FROM ${quoted(name)} WHERE (${listed(key)}) IN (${rows.map(() => places).join(', ')})`,
      rows.flatMap((row) => keyOf(table, row).map(asParameter)),
    )) as Record<string, Value>[];
    const at = key.map((column) => columns.indexOf(column));
    const idOf = (values: Value[]) => JSON.stringify(at.map((place) => String(values[place])));
    const byId = new Map<string, Value[]>();
    for (const each of found) {
      const values = columns.map((column) => each[column] ?? null);
      byId.set(idOf(values), values);
    }
    for (const row of rows) {
      const there = byId.get(idOf(row));
      if (!there) throw new Error(`${rowName(table, row)} is missing in MySQL.`);
      const differs = columns.find((_column, n) => !isSame(row[n] ?? null, there[n] ?? null));
      if (differs) throw new Error(`${rowName(table, row)} has another ${differs} in MySQL.`);
    }
  }

  async count({ name }: MovedTable): Promise<number> {
    const [{ n }] = (await this.runner.query(`SELECT COUNT(*) AS n FROM ${quoted(name)}`)) as [
      { n: unknown },
    ];
    return Number(n);
  }

  /** The table gives no id up to this one. */
  async continueAfter({ name }: MovedTable, lastId: number): Promise<void> {
    await this.runner.query(`ALTER TABLE ${quoted(name)} AUTO_INCREMENT = ${lastId + 1}`);
  }

  /** From now on a process may start on it. */
  async finish(): Promise<void> {
    await this.runner.query(`DROP TABLE ${UNFINISHED_MOVE}`);
  }

  private async send({ name, columns }: MovedTable, rows: Value[][]): Promise<void> {
    const places = `(${columns.map(() => '?').join(', ')})`;
    await this.runner.query(
      `INSERT INTO ${quoted(name)} (${listed(columns)}) VALUES ${rows.map(() => places).join(', ')}`,
      rows.flat().map(asParameter),
    );
  }
}

/** Takes the database for this move alone, marks it and empties what an earlier move has left. */
async function claim(holder: DataSource): Promise<void> {
  // Never released: the lock lives as long as its connection.
  const runner = holder.createQueryRunner();
  const [{ name }] = (await runner.query('SELECT DATABASE() AS name')) as [{ name: string }];
  const lock = `pagecast.move.${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
  const [{ got }] = (await runner.query('SELECT GET_LOCK(?, 0) AS got', [lock])) as [{ got: unknown }];
  if (Number(got) !== 1) throw new Error('another move into this database is under way.');
  const rows = (await runner.query(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
  )) as { name: string }[];
  const tables = rows.map((row) => row.name).filter((each) => each !== UNFINISHED_MOVE);
  if (tables.length > 0 && tables.length === rows.length)
    throw new TargetNotEmpty(
      `the database ${name} is not empty (${tables.slice(0, 3).join(', ')}, …). Give an empty one.`,
    );
  await runner.query(`CREATE TABLE IF NOT EXISTS ${UNFINISHED_MOVE} (id integer PRIMARY KEY)`);
  await runner.query('SET SESSION foreign_key_checks = 0');
  for (const table of tables) await runner.query(`DROP TABLE ${quoted(table)}`);
}

const quoted = (name: string): string => `\`${name}\``;
const listed = (names: string[]): string => names.map(quoted).join(', ');

/** The driver knows no bigint; MySQL reads a number from the text exactly. */
const asParameter = (value: Value): Exclude<Value, bigint> =>
  typeof value === 'bigint' ? String(value) : value;

const keyOf = ({ columns, key }: MovedTable, row: Value[]): Value[] =>
  key.map((column) => row[columns.indexOf(column)] ?? null);

const rowName = (table: MovedTable, row: Value[]): string =>
  `The row ${table.key.map((column, n) => `${column} ${String(keyOf(table, row)[n])}`).join(', ')} of ${table.name}`;

function isSame(one: Value, other: Value): boolean {
  if (one === null || other === null) return one === other;
  if (Buffer.isBuffer(one) || Buffer.isBuffer(other))
    return Buffer.isBuffer(one) && Buffer.isBuffer(other) && one.equals(other);
  return String(one) === String(other);
}

/** What the driver says of a connection that was lost before has no code. */
const isOfServer = (error: unknown): boolean =>
  classifyError(error) !== undefined || (error as { fatal?: unknown }).fatal === true;

/** Without the value, which may be a secret. */
function reasonOf(error: unknown): string {
  const column = /column '([^']+)'/i.exec((error as Error).message)?.[1];
  return `${errorCode(error) ?? 'it was refused'}${column ? ` in ${column}` : ''}`;
}
