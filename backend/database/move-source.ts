import SqliteHandle, { type Database as Handle } from 'better-sqlite3';
import { errorCode } from '../common/errors/error-code';

/** As SQLite keeps it. Whole numbers are exact, whatever their size. */
export type Value = bigint | number | string | Buffer | null;

/** A table as it is moved: all of its columns, and those of its primary key. */
export interface MovedTable {
  name: string;
  columns: string[];
  key: string[];
}

const ROWS_AT_ONCE = 500;
/** Rows are handed on earlier when they are as large as this together. */
const BYTES_AT_ONCE = 1024 * 1024;

/** The SQLite database that is moved. It is read by nobody else meanwhile, and not changed. */
export class MoveSource {
  private constructor(
    private readonly handle: Handle,
    readonly file: string,
  ) {}

  /** @throws an error in words when the file is no database, or a process has it open. */
  static open(file: string): MoveSource {
    let handle: Handle | undefined;
    try {
      handle = new SqliteHandle(file, { fileMustExist: true, timeout: 0 });
      // Must come before the first read: in this mode, SQLite refuses a file that another process has open.
      handle.pragma('locking_mode = EXCLUSIVE');
      handle.exec('BEGIN EXCLUSIVE; COMMIT');
      return new MoveSource(handle, file);
    } catch (error) {
      handle?.close();
      const code = errorCode(error) ?? '';
      if (/^SQLITE_(BUSY|LOCKED)/.test(code))
        throw new Error(`a process has ${file} open. Stop the product, then move its database.`);
      throw new Error(`${file} cannot be read as a database (${code || String(error)}).`);
    }
  }

  close(): void {
    this.handle.close();
  }

  /** Names of the migrations that were run; none if it is no database of the product. */
  migrations(): string[] {
    const there = this.handle.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").get();
    if (!there) return [];
    return this.handle.prepare('SELECT name FROM migrations').pluck().all() as string[];
  }

  /** Tables with rows that refer to rows that do not exist. */
  brokenTables(): string[] {
    const found = this.handle.pragma('foreign_key_check') as { table: string }[];
    return [...new Set(found.map(({ table }) => table))];
  }

  count({ name }: MovedTable): number {
    return this.handle
      .prepare(`SELECT COUNT(*) FROM ${quoted(name)}`)
      .pluck()
      .get() as number;
  }

  /** The highest id that the table ever gave, 0 if it gives none. An id must not be given a second time. */
  lastId({ name }: MovedTable): number {
    const there = this.handle.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").get();
    if (!there) return 0;
    const last = this.handle.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck().get(name);
    return Number(last ?? 0);
  }

  /** All rows, in batches of bounded size; each row has its values in the order of the columns. */
  *batches({ name, columns, key }: MovedTable): Generator<Value[][]> {
    const names = (list: string[]) => list.map(quoted).join(', ');
    const reading = this.handle
      .prepare(`SELECT ${names(columns)} FROM ${quoted(name)} ORDER BY ${names(key)}`)
      .raw()
      .safeIntegers();
    let [batch, bytes]: [Value[][], number] = [[], 0];
    for (const row of reading.iterate() as IterableIterator<Value[]>) {
      batch.push(row);
      for (const value of row)
        bytes += typeof value === 'object' || typeof value === 'string' ? sizeOf(value) : 8;
      if (batch.length < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE) continue;
      yield batch;
      [batch, bytes] = [[], 0];
    }
    if (batch.length > 0) yield batch;
  }
}

const quoted = (name: string): string => `"${name}"`;
const sizeOf = (value: string | Buffer | null): number => value?.length ?? 0;
