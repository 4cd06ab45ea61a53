import { randomUUID } from 'node:crypto';
import type { NotNull } from 'kysely';
import { Clock } from '../../common/time/clock';
import { Database } from '../../database/database';
import { query } from '../../database/tables';
import type { Mark, Presence, StorageAdapter } from './storage';

/** Number of rows that are checked to see whether rows and files belong together. */
const SAMPLE = 50;
/** For so long a mark is believed without asking the database: `move-media` may have given it another one. */
const BELIEVED_MS = 10_000;

export interface Verdict {
  presence: Presence;
  /** For the log; empty when all is well. */
  why: string;
}

interface Known {
  installation: string;
  storage: string | null;
}

const HERE: Verdict = { presence: 'here', why: '' };

/**
 * Decides whether a place is the storage of this installation: the database knows the mark that the place must bear.
 * Both get the mark when they first meet, if both are empty or if the place has the files that the rows name.
 */
export class Ownership {
  private expected?: Mark & { readAt: number };

  /** Storage id for a place that this installation takes, or is given by hand. */
  private readonly fresh = randomUUID();

  constructor(
    private readonly db: Database,
    private readonly clock = new Clock(),
    /** Otherwise it only looks: neither the place nor the database is changed. */
    private readonly takes = true,
  ) {}

  async of(place: StorageAdapter): Promise<Verdict> {
    let mark: Mark | null;
    try {
      mark = await place.readMark();
    } catch (error) {
      return unusable(error);
    }
    if (this.expected && mark && isSame(mark, this.expected))
      if (this.clock.steady() - this.expected.readAt < BELIEVED_MS) return HERE;
    this.expected = undefined;
    try {
      return await (mark ? this.judge(place, mark) : this.judgeUnmarked(place));
    } catch (error) {
      if (place.failing(error)) return unusable(error);
      throw error;
    }
  }

  /**
   * Makes the place the storage of this installation, for a restore.
   * @throws when it has another installation's mark, or files without a mark.
   */
  async adopt(place: StorageAdapter): Promise<void> {
    const { installation } = await this.known();
    let mark = await place.readMark();
    if (mark ? mark.installation !== installation : (await someFiles(place)) > 0)
      throw new Error(`The media storage ${place.place} belongs to another installation. Name an empty one.`);
    if (!mark) {
      await place.writeMark({ installation, storage: this.fresh });
      mark = await place.readMark();
    }
    if (!mark) throw new Error(`The media storage ${place.place} keeps nothing.`);
    await this.db.run(
      query.updateTable('installation').set({ storage_uuid: mark.storage }).where('id', '=', 1),
    );
    this.expected = undefined;
  }

  private async judge(place: StorageAdapter, mark: Mark): Promise<Verdict> {
    const own = await this.known();
    if (mark.installation !== own.installation)
      return foreign(
        `The media storage ${place.place} belongs to another installation than the database. Nothing in it is swept. ` +
          this.remedy(place, own),
      );
    // A start died between writing the two halves.
    if (own.storage === null && !this.takes) return HERE;
    if (own.storage === null) await this.know(mark.storage);
    const readAt = this.clock.steady();
    const expected = await this.known();
    if (mark.storage !== expected.storage)
      return away(
        `The media storage ${place.place} is not the one that this installation uses: all its processes have to share ` +
          `one storage. Uploads are refused and publications wait. ${this.remedy(place, expected)}`,
      );
    this.expected = { ...mark, readAt };
    return HERE;
  }

  private async judgeUnmarked(place: StorageAdapter): Promise<Verdict> {
    const own = await this.known();
    if (own.storage !== null) {
      // Another process may have marked the place since it was read.
      const mark = await place.readMark().catch(() => null);
      if (mark) return this.judge(place, mark);
      return away(
        `The media storage ${place.place} is not there, or is not the one that this installation uses. ` +
          `Uploads are refused and publications wait. ${this.remedy(place, own)}`,
      );
    }
    const [rows, files] = [await this.someKeys(), await someFiles(place)];
    if (rows.length === 0 && files > 0)
      return foreign(
        `The media storage ${place.place} has files and the database knows of none: they belong to another ` +
          `installation. Nothing in it is swept. ${this.remedy(place, own)}`,
      );
    if (rows.length > 0 && !(await mostAreIn(place, rows)))
      return away(
        `The media storage ${place.place} does not have the files that the database names. ` +
          `Uploads are refused and publications wait. ${this.remedy(place, own)}`,
      );
    return this.takes ? this.take(place, own.installation) : { presence: 'unbound', why: '' };
  }

  /**
   * Writes the mark before the row. If two processes have a place each, the one that the database does not know is told
   * so.
   */
  private async take(place: StorageAdapter, installation: string): Promise<Verdict> {
    try {
      await place.writeMark({ installation, storage: this.fresh });
    } catch (error) {
      return unusable(error);
    }
    const mark = await place.readMark();
    return mark ? this.judge(place, mark) : away(`The media storage ${place.place} keeps nothing.`);
  }

  /** Gives the installation another storage, unless it has another one already. */
  async replace({ installation, storage }: Mark, next: Mark): Promise<boolean> {
    const own = query.updateTable('installation').where('id', '=', 1).where('uuid', '=', installation);
    const change = own.where('storage_uuid', '=', storage).set({ storage_uuid: next.storage });
    return (await this.db.run(change)) === 1;
  }

  private async known(): Promise<Known> {
    const row = await this.db.row(
      query.selectFrom('installation').select(['uuid', 'storage_uuid']).where('id', '=', 1),
    );
    if (!row) throw new Error('The database has no installation id.');
    return { installation: row.uuid, storage: row.storage_uuid };
  }

  private async know(storage: string): Promise<void> {
    const unknown = query.updateTable('installation').where('id', '=', 1).where('storage_uuid', 'is', null);
    await this.db.run(unknown.set({ storage_uuid: storage }));
  }

  private remedy(place: StorageAdapter, { installation, storage }: Known): string {
    const mark = { installation, storage: storage ?? this.fresh };
    return `If it is the right one all the same, ${place.howToMark(mark)}`;
  }

  private async someKeys(): Promise<string[]> {
    const latest = query
      .selectFrom('posts')
      .select('file_key')
      .where('file_key', 'is not', null)
      .$narrowType<{ file_key: NotNull }>()
      .orderBy('id', 'desc')
      .limit(SAMPLE);
    const shared = query.selectFrom('shared_videos').select('file_key').orderBy('id', 'desc').limit(SAMPLE);
    const rows = await this.db.rows(
      query
        .selectFrom(latest.as('latest'))
        .select('file_key')
        .union(query.selectFrom(shared.as('shared')).select('file_key')),
    );
    return rows.map(({ file_key }) => file_key);
  }
}

const away = (why: string): Verdict => ({ presence: 'away', why });
const unusable = (error: unknown): Verdict =>
  away(`The media storage cannot be used: ${error instanceof Error ? error.message : String(error)}.`);
const foreign = (why: string): Verdict => ({ presence: 'foreign', why });

const isSame = (one: Mark, other: Mark) =>
  one.installation === other.installation && one.storage === other.storage;

async function someFiles(place: StorageAdapter): Promise<number> {
  for await (const _file of place.list()) return 1;
  return 0;
}

async function mostAreIn(place: StorageAdapter, keys: string[]): Promise<boolean> {
  const found = await Promise.all(keys.map((key) => place.stat(key)));
  return found.filter((file) => file !== undefined).length * 2 >= keys.length;
}
