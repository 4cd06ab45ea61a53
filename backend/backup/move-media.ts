import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../database/database';
import { query } from '../database/tables';
import { naming } from '../file-errors';
import { Ownership } from '../ports/storage/ownership';
import type { Mark, Storage, StorageAdapter } from '../ports/storage/storage';
import { forgettingAllPieces } from '../uploads/piece-rows';

const ROWS_AT_ONCE = 200;
const COPIED_AT_ONCE = 4;

export interface Moved {
  copied: number;
  bytes: number;
  /** Were there already. */
  had: number;
  /** In neither of the two. */
  missing: string[];
}

/** Makes another storage the one of the installation. @returns false when it has another one meanwhile. */
export async function switchOver(db: Database, from: Mark, to: Mark): Promise<boolean> {
  const isOurs = await new Ownership(db).replace(from, to);
  if (isOurs) await db.run(forgettingAllPieces());
  return isOurs;
}

/** Copies what the rows name from one storage to another. */
export class MediaMove {
  /** What was compared is not looked at again. */
  private readonly done = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly source: Storage,
    private readonly target: StorageAdapter,
  ) {}

  /**
   * Leaves the source as it is, and copies nothing twice. The target gets a mark of its own, with which the product does
   * not use it before the switch.
   * @returns the target's mark, too
   */
  async copy(from: Mark): Promise<Moved & { to: Mark }> {
    const to = await this.markOfTarget(from);
    const moved: Moved = { copied: 0, bytes: 0, had: 0, missing: [] };
    await this.target.prepare();
    // It may take hours, in which others come.
    for (let before = -1; before < moved.copied;) {
      before = moved.copied;
      moved.missing = [];
      await this.copyNamed(moved);
    }
    return { ...moved, to };
  }

  private async copyNamed(moved: Moved): Promise<void> {
    for await (const keys of this.named())
      for (let at = 0; at < keys.length; at += COPIED_AT_ONCE) {
        const batch = keys.slice(at, at + COPIED_AT_ONCE).filter((key) => !this.done.has(key));
        const ends = await Promise.allSettled(batch.map((key) => this.copyFile(key, moved)));
        for (const end of ends) if (end.status === 'rejected') throw end.reason;
      }
  }

  private async markOfTarget(from: Mark): Promise<Mark> {
    let mark = await this.target.readMark();
    if (!mark) {
      for await (const _file of this.target.list())
        throw new Error(`${this.target.place} has media of something else in it. Nothing was done.`);
      await this.target.writeMark({ installation: from.installation, storage: randomUUID() });
      mark = await this.target.readMark();
    }
    if (!mark || mark.installation !== from.installation)
      throw new Error(`${this.target.place} belongs to another installation. Nothing was done.`);
    if (mark.storage === from.storage)
      throw new Error(`${this.target.place} is the storage that is used now. Nothing was done.`);
    return mark;
  }

  private async copyFile(key: string, moved: Moved): Promise<void> {
    const [here, there] = [await this.source.stat(key), await this.target.stat(key)];
    if (!here) {
      if (!there) moved.missing.push(key);
      return;
    }
    if (there?.sizeBytes === here.sizeBytes) {
      this.done.add(key);
      moved.had++;
      return;
    }
    const path = join(this.target.incomingDir, randomBytes(6).toString('hex'));
    try {
      const from = await this.source.open(key);
      await pipeline(from, createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch(naming(path));
      if ((await stat(path)).size !== here.sizeBytes)
        throw new Error(`The media file ${key} changed while it was copied.`);
      await this.target.put(path, key);
    } finally {
      await unlink(path).catch(() => undefined);
    }
    if ((await this.target.stat(key))?.sizeBytes !== here.sizeBytes)
      throw new Error(`${this.target.place} did not keep the media file ${key} as it is.`);
    this.done.add(key);
    moved.copied++;
    moved.bytes += here.sizeBytes;
  }

  /** The files that rows name, in batches. One that several posts share comes several times. */
  private async *named(): AsyncIterable<string[]> {
    for (const table of ['posts', 'post_media', 'shared_videos'] as const)
      for (let after = 0; ;) {
        const rows = await this.db.rows(
          query
            .selectFrom(table)
            .select(['id', 'file_key', 'poster_key'])
            .where('id', '>', after)
            .orderBy('id')
            .limit(ROWS_AT_ONCE),
        );
        const last = rows.at(-1);
        if (!last) break;
        after = last.id;
        const keys = rows.flatMap(({ file_key, poster_key }) => [file_key, poster_key]);
        yield [...new Set(keys.filter((key) => key !== null))];
      }
    for (let after = ''; ;) {
      const media = query.selectFrom('media').select(['id', 'file_key', 'poster_key']);
      const rows = await this.db.rows(media.where('id', '>', after).orderBy('id').limit(ROWS_AT_ONCE));
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
      yield rows.flatMap(({ file_key, poster_key }) => [file_key ?? [], poster_key ?? []].flat());
    }
    for (let after = 0; ;) {
      const pictures = query.selectFrom('accounts').select(['id', 'picture_key']);
      const rows = await this.db.rows(pictures.where('id', '>', after).orderBy('id').limit(ROWS_AT_ONCE));
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
      yield rows.flatMap(({ picture_key }) => picture_key ?? []);
    }
  }
}
