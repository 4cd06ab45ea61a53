import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import { Sealer } from '../config/sealer';
import { Database } from './database';
import { anyTable, type Row, type TableName } from './tables';

interface ColumnOf<Name extends TableName> {
  table: Name;
  column: keyof Row<Name> & string;
  /** The column whose value `placeOf` is made of. Rows of one owner with the same text keep having the same text. */
  owner: keyof Row<Name> & string;
  placeOf: (owner: number) => string;
}

/** A column of sealed texts, in a table that has ids. */
export type SealedColumn = { [Name in TableName]: ColumnOf<Name> }[TableName];

const BATCH = 100;

/** The start waits so long, so that a small installation is through when it says that it runs. */
const WAIT_MS = 10_000;

/**
 * Each start seals anew what an older key sealed, so that the old key can be removed afterwards. Only a text that is
 * still as it was read is replaced: several processes may do it at once, and nobody's change is lost.
 */
@Injectable()
export class Resealing implements OnApplicationBootstrap {
  private readonly log = new Logger('Resealing');
  private readonly columns: SealedColumn[] = [];
  private running?: Promise<void>;
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly sealer: Sealer,
  ) {}

  /** To be called before the application has started. */
  include(column: SealedColumn): void {
    this.columns.push(column);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.running = this.all().catch((error: unknown) => {
      this.log.error(
        { err: error },
        'sealed texts could not be moved to the newest key; the next start tries',
      );
    });
    let timer: NodeJS.Timeout | undefined;
    const longEnough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS);
    });
    await Promise.race([this.running, longEnough]);
    clearTimeout(timer);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async all(): Promise<void> {
    let moved = 0;
    let unreadable = 0;
    for (const column of this.columns) {
      const done = await this.reseal(column);
      moved += done.moved;
      unreadable += done.unreadable;
    }
    if (this.stopped || moved + unreadable === 0) return;
    this.log.log({ moved, unreadable }, 'sealed texts are under the newest encryption key');
    if (unreadable > 0)
      this.log.warn(
        { unreadable },
        'sealed texts fit none of the encryption keys; their owners have to connect again',
      );
  }

  private async reseal(place: SealedColumn) {
    const { table, column, owner, placeOf } = place;
    const { mark } = this.sealer;
    const done = { moved: 0, unreadable: 0 };
    let last = 0;
    while (!this.stopped) {
      const rows = await this.db.rows(sealedBefore(place, mark).where('id', '>', last));
      for (const { owner: id, sealed } of rows) {
        const text = this.sealer.open(sealed, placeOf(id));
        if (text === null) {
          done.unreadable++;
          continue;
        }
        const moving = anyTable.updateTable(table).set(column, this.sealer.seal(text, placeOf(id)));
        done.moved += await this.db.run(moving.where(owner, '=', id).where(column, '=', sealed));
      }
      const end = rows.at(-1);
      if (!end || rows.length < BATCH) break;
      last = end.id;
      await yieldToOthers();
    }
    return done;
  }
}

/** What is under an older key. */
const sealedBefore = ({ table, column, owner }: SealedColumn, mark: string) =>
  anyTable
    .selectFrom(table)
    .select(['id', `${owner} as owner`, `${column} as sealed`])
    .where(column, 'is not', null)
    .where(sql`substr(${sql.ref(column)}, 1, ${mark.length})`, '<>', mark)
    .orderBy('id')
    .limit(BATCH)
    .$castTo<{ id: number; owner: number; sealed: string }>();
