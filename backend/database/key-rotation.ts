import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import { SecretCipher } from '../config/secret-cipher';
import { Database } from './database';
import { rowsBySpans } from './id-spans';
import { anyTable, type Row, type TableName } from './tables';

interface ColumnOf<Name extends TableName> {
  table: Name;
  column: keyof Row<Name> & string;
  /** The column whose value `contextOf` takes. Rows of one owner that share a sealed text keep sharing it. */
  owner: keyof Row<Name> & string;
  contextOf: (owner: number) => string;
}

/** A column of sealed texts, in a table that has ids. */
export type EncryptedColumn = { [Name in TableName]: ColumnOf<Name> }[TableName];

/** Texts that are opened together. */
const BATCH = 100;

/** Longest time that the start waits, so that a small installation is done when it reports that it runs. */
const WAIT_MS = 5_000;

/**
 * Re-encrypts, at each start, the texts that an older key encrypted, so that the old key can be removed afterwards. A
 * text is replaced only if it is still as it was read: several processes may do it at the same time, and no change is
 * lost.
 */
@Injectable()
export class KeyRotation implements OnApplicationBootstrap {
  private readonly log = new Logger('KeyRotation');
  private readonly columns: EncryptedColumn[] = [];
  private running?: Promise<void>;
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly cipher: SecretCipher,
  ) {}

  /** Must be called before the application has started. */
  include(column: EncryptedColumn): void {
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

  /** How many texts another key than the newest opens, and how many none does. */
  async left(): Promise<{ left: number; unreadable: number }> {
    const found = { left: 0, unreadable: 0 };
    for (const column of this.columns)
      for await (const { text } of this.notNewest(column)) found[text === null ? 'unreadable' : 'left']++;
    return found;
  }

  private async all(): Promise<void> {
    let moved = 0;
    let unreadable = 0;
    for (const column of this.columns) {
      const done = await this.rotate(column);
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

  private async rotate(encrypted: EncryptedColumn) {
    const { table, column, owner, contextOf } = encrypted;
    const done = { moved: 0, unreadable: 0 };
    for await (const { owner: id, sealed, text } of this.notNewest(encrypted)) {
      if (text === null) {
        done.unreadable++;
        continue;
      }
      const moving = anyTable.updateTable(table).set(column, this.cipher.encrypt(text, contextOf(id)));
      done.moved += await this.db.run(moving.where(owner, '=', id).where(column, '=', sealed));
    }
    return done;
  }

  /** The texts that are not encrypted with the newest key, opened; null where no key fits. */
  private async *notNewest(encrypted: EncryptedColumn) {
    const old = sealedBefore(encrypted, this.cipher.mark);
    const batches = rowsBySpans(this.db, encrypted.table, old, {
      atOnce: BATCH,
      isStopped: () => this.stopped,
    });
    for await (const rows of batches)
      for (const row of rows)
        yield { ...row, text: this.cipher.decrypt(row.sealed, encrypted.contextOf(row.owner)) };
  }
}

/** The texts that are not encrypted with the newest key. */
const sealedBefore = ({ table, column, owner }: EncryptedColumn, mark: string) =>
  anyTable
    .selectFrom(table)
    .select(['id', `${owner} as owner`, `${column} as sealed`])
    .where(column, 'is not', null)
    .where(sql`substr(${sql.ref(column)}, 1, ${mark.length})`, '<>', mark)
    .$castTo<{ id: number; owner: number; sealed: string }>();
