import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import type { QueryRunner } from 'typeorm';
import { errorCode } from '../../common/errors/error-code';
import { syncFolder } from '../../common/files/folders';
import { writeWhole } from '../places/durable-files';
import { ASIDE_TABLE, quoted, read } from '../snapshots/mysql-tables';

/** Where something was moved to. */
export type AsidePlace = { folder: string } | { database: string } | { bucket: string };

/** Remembers those places from before the move until the restore has ended, also if it is killed. */
export interface AsideJournal {
  /** Those that have something in them. */
  read(): Promise<AsidePlace[]>;
  write(places: AsidePlace[]): Promise<void>;
  clear(): Promise<void>;
}

/** What a restore has moved aside: it itself, and those before it that were cut off. */
export class Aside {
  private constructor(
    private readonly journal: AsideJournal,
    private readonly tell: (line: string) => void,
    private readonly places: AsidePlace[],
  ) {}

  static async open(journal: AsideJournal, tell: (line: string) => void): Promise<Aside> {
    return new Aside(journal, tell, await journal.read());
  }

  /** In words. */
  get words(): string[] {
    return this.places.map(wordsOf);
  }

  /** Says and notes the place first: whoever is interrupted in the work, or after it, knows where to look. */
  async move(place: AsidePlace, work: () => Promise<void>): Promise<void> {
    const isNew = !this.words.includes(wordsOf(place));
    if (isNew) {
      this.tell(`What is there goes to ${wordsOf(place)}.`);
      await this.journal.write([...this.places, place]);
    }
    await work();
    if (isNew) this.places.push(place);
  }

  /** After the restore has ended. */
  end(): Promise<void> {
    return this.journal.clear();
  }
}

/** Beside the database, in a file. */
export class FileJournal implements AsideJournal {
  /** `inUse`: a folder that was named as the storage of the media since then, and is no more aside. */
  constructor(
    private readonly path: string,
    private readonly inUse?: string,
  ) {}

  async read(): Promise<AsidePlace[]> {
    const text = await readFile(this.path, 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return '';
      throw error;
    });
    return placesIn(text.split('\n')).filter(
      (place) => !('folder' in place) || isAside(place.folder, this.inUse),
    );
  }

  async write(places: AsidePlace[]): Promise<void> {
    const lines = places.map((place) => `${JSON.stringify(place)}\n`);
    await writeWhole(Readable.from(lines), this.path);
    await syncFolder(dirname(this.path));
  }

  clear(): Promise<void> {
    return rm(this.path, { force: true });
  }
}

/** In the database that is restored. A folder on this machine may be that of a container, which is gone afterwards. */
export class TableJournal implements AsideJournal {
  constructor(
    private readonly runner: QueryRunner,
    private readonly inUse?: string,
  ) {}

  async read(): Promise<AsidePlace[]> {
    const rows = await read(this.runner, `SELECT place FROM ${quoted(ASIDE_TABLE)} ORDER BY id`).catch(
      (error: unknown) => {
        if (errorCode(error) === 'ER_NO_SUCH_TABLE') return [];
        throw error;
      },
    );
    const there: AsidePlace[] = [];
    for (const place of placesIn(rows.map((row) => String(row.place)))) {
      if ('folder' in place && !isAside(place.folder, this.inUse)) continue;
      if ('database' in place && !(await this.hasTables(place.database))) continue;
      there.push(place);
    }
    return there;
  }

  async write(places: AsidePlace[]): Promise<void> {
    const table = quoted(ASIDE_TABLE);
    await this.runner.query(`CREATE TABLE IF NOT EXISTS ${table} (id INT PRIMARY KEY, place TEXT NOT NULL)`);
    for (const [id, place] of places.entries())
      await this.runner.query(`REPLACE INTO ${table} (id, place) VALUES (?, ?)`, [id, JSON.stringify(place)]);
  }

  async clear(): Promise<void> {
    await this.runner.query(`DROP TABLE IF EXISTS ${quoted(ASIDE_TABLE)}`);
  }

  private async hasTables(database: string): Promise<boolean> {
    const sql = 'SELECT COUNT(*) AS count FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?';
    const [found] = await read(this.runner, sql, [database]);
    return Number(found?.count) > 0;
  }
}

const wordsOf = (place: AsidePlace): string =>
  'folder' in place ? place.folder : 'bucket' in place ? place.bucket : `the database ${place.database}`;

/** A folder on another machine cannot be looked into, and is named. */
const isAside = (folder: string, inUse?: string): boolean =>
  folder !== inUse && (!existsSync(folder) ? !existsSync(dirname(folder)) : readdirSync(folder).length > 0);

const placesIn = (lines: string[]): AsidePlace[] =>
  lines.filter((line) => line !== '').map((line) => JSON.parse(line) as AsidePlace);
