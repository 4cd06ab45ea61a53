import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Logger } from '@nestjs/common';
import { DomainError } from '../common/errors/errors';
import { ALL_KEPT, type UploadRoom } from '../media/receiving/upload-room';
import type { Database } from '../database/database';
import { newPiece, uploadOf, type PieceStorage } from '../ports/storage/piece-storage';
import { MediaMissing, StorageAway, type Storage } from '../ports/storage/storage';
import type { FolderPieces } from './folder-pieces';
import type { MediumRow } from './media-rows';
import { incomplete, movedBack, Pieces } from './pieces';
import { PieceRows, type PieceRow } from './piece-rows';
import { PieceSpool } from './piece-spool';
import type { UploadLock } from './upload-locks';

const HOUR_MS = 3_600_000;
const CALLS_AT_ONCE = 8;

/**
 * In the storage that all processes share: first the bytes, under a name that nobody else writes, and then their row, on
 * the condition that the request still holds the upload. So any process can go on, and what the database says is there.
 */
export class StoredPieces extends Pieces {
  private readonly log = new Logger('StoredPieces');
  private readonly rows: PieceRows;
  private tidiedAt = -Infinity;

  constructor(
    db: Database,
    private readonly storage: Storage,
    private readonly pieces: PieceStorage,
    private readonly room: UploadRoom,
    /** Where this machine keeps pieces while the storage is a folder. */
    private readonly folder: FolderPieces,
  ) {
    super();
    this.rows = new PieceRows(db);
  }

  async create(): Promise<void> {
    await this.ready();
    await this.room.enterDisk(this.storage.incomingDir);
    await this.tidyFolder();
  }

  length(id: string): Promise<number> {
    return this.rows.length(id);
  }

  async append(id: string, from: number, bytes: AsyncIterable<Buffer>, lock: UploadLock): Promise<number> {
    await this.ready();
    const dir = this.storage.incomingDir;
    const take = await this.room.enterDisk(dir, ALL_KEPT);
    const spool = await PieceSpool.open(dir);
    let at = from;
    try {
      for await (const chunk of bytes) {
        await lock.keep();
        const refusal = take(spool.growthBy(chunk.length));
        if (refusal) {
          await this.keep(id, at, spool, lock);
          throw refusal;
        }
        await spool.write(chunk);
        if (spool.isDue) at = await this.keep(id, at, spool, lock);
      }
      return await this.keep(id, at, spool, lock);
    } catch (error) {
      // The line broke, and not we: what came before stays.
      if (!(error instanceof DomainError)) await this.keep(id, at, spool, lock);
      throw error;
    } finally {
      await spool.close();
    }
  }

  async withFile<T>(upload: MediumRow, work: (path: string) => Promise<T>): Promise<T> {
    await this.ready();
    const dir = this.storage.incomingDir;
    const path = join(dir, randomUUID());
    const share = await this.room.enter(dir, { user: upload.user_id });
    try {
      const refusal = share.take(upload.size_bytes);
      if (refusal) throw refusal;
      await pipeline(this.bytesOf(upload), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return await work(path);
    } finally {
      share.leave(false);
      await unlink(path).catch(() => undefined);
    }
  }

  /** Also those that no row names, because a process died before it wrote one. */
  async discard(id: string): Promise<void> {
    await this.rows.forget(id);
    try {
      let some: string[] = [];
      for await (const { name } of this.pieces.list(id)) {
        if (some.push(name) < CALLS_AT_ONCE) continue;
        await this.delete(some);
        some = [];
      }
      await this.delete(some);
    } catch (error) {
      if (!(error instanceof StorageAway)) throw error;
      this.log.warn({ upload: id }, 'the pieces of an upload could not be deleted; they will be swept');
    }
  }

  async untouchedFor(ms: number): Promise<string[]> {
    if ((await this.storage.presence()) !== 'here') return [];
    const before = (await this.storage.now()) - ms;
    const old = new Set<string>();
    for await (const { name, modifiedAt } of this.pieces.list())
      if (modifiedAt <= before) old.add(uploadOf(name));
    return [...old];
  }

  /** Makes a piece of what waits. @returns where the next one begins */
  private async keep(id: string, at: number, spool: PieceSpool, lock: UploadLock): Promise<number> {
    if (spool.bytes === 0) return at;
    const end = at + spool.bytes;
    const joined = await this.rows.smallBefore(id, spool.bytes);
    const start = joined[0]?.start_byte ?? at;
    const name = newPiece(id);
    await lock.during(() => this.pieces.put(name, () => this.join(joined, spool)));
    const piece = { media_id: id, start_byte: start, size_bytes: end - start, name };
    if (!(await this.rows.add(piece, joined, lock))) {
      await this.pieces.delete(name);
      throw await lock.lost();
    }
    spool.clear();
    await this.delete(joined.map((each) => each.name));
    return end;
  }

  private async join(joined: PieceRow[], spool: PieceSpool): Promise<Buffer> {
    const before: Buffer[] = [];
    for (const piece of joined) {
      const stream = await this.open(piece);
      if (!stream) throw movedBack();
      before.push(await buffer(stream));
    }
    const bytes = await spool.read();
    return before.length > 0 ? Buffer.concat([...before, bytes]) : bytes;
  }

  private async *bytesOf({ id, size_bytes: size }: MediumRow): AsyncGenerator<Buffer> {
    let at = 0;
    for (const piece of await this.rows.of(id)) {
      const stream = await this.open(piece);
      if (!stream) throw incomplete();
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        at += chunk.length;
        yield chunk;
      }
      if (at !== piece.start_byte + piece.size_bytes)
        throw new Error('A piece has another length than its row.');
    }
    if (at !== size) throw incomplete();
  }

  /** @returns undefined when somebody took it away; the upload then goes on where it began */
  private async open({ media_id: id, start_byte: start, name }: PieceRow): Promise<Readable | undefined> {
    try {
      return await this.pieces.open(name);
    } catch (error) {
      if (!(error instanceof MediaMissing)) throw error;
      this.log.error({ upload: id }, 'a piece of an upload is gone; the upload goes on where it began');
      await this.rows.forget(id, start);
      return undefined;
    }
  }

  private async delete(names: string[]): Promise<void> {
    await Promise.all(names.map((name) => this.pieces.delete(name)));
  }

  /** @throws StorageAway unless it is the storage of this installation */
  private async ready(): Promise<void> {
    if ((await this.storage.presence()) !== 'here') throw new StorageAway();
    await this.storage.prepare();
  }

  /** What lies in the folder since the storage was one, or since an older version, is of no use any more. */
  private async tidyFolder(): Promise<void> {
    if (performance.now() - this.tidiedAt < HOUR_MS) return;
    this.tidiedAt = performance.now();
    for (const id of await this.folder.untouchedFor(24 * HOUR_MS)) await this.folder.discard(id);
  }
}
