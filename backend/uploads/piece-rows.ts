import { required, textOf, type Database } from '../database/database';
import { query, type NewRow, type Query, type Row } from '../database/tables';
import type { UploadLock } from './upload-locks';

export type PieceRow = Row<'upload_pieces'>;

/** A smaller piece is joined with what follows it, so that many small requests do not make as many pieces. */
const SMALL_BYTES = 1024 ** 2;
/** Small pieces in a row: each is larger than what follows, or was joined with it. */
const MOST_SMALL = 32;

/** Which pieces an upload has: what a row names is stored. */
export class PieceRows {
  constructor(private readonly db: Database) {}

  /** Bytes from the beginning. */
  async length(id: string): Promise<number> {
    const sum = query.selectFrom('upload_pieces').select(({ fn }) => fn.sum('size_bytes').as('bytes'));
    return Number((await this.db.row(sum.where('media_id', '=', id)))?.bytes ?? 0);
  }

  /** In order. */
  of(id: string): Promise<PieceRow[]> {
    return this.db.rows(all.where('media_id', '=', id).orderBy('start_byte'));
  }

  /** The last ones, in order, that so many bytes are joined with. */
  async smallBefore(id: string, bytes: number): Promise<PieceRow[]> {
    const last = all.where('media_id', '=', id).orderBy('start_byte', 'desc').limit(MOST_SMALL);
    const rows = await this.db.rows(last);
    let following = bytes;
    const end = rows.findIndex(({ size_bytes: size }) => {
      if (size >= SMALL_BYTES || size > following) return true;
      following += size;
      return false;
    });
    return rows.slice(0, end < 0 ? rows.length : end).reverse();
  }

  /**
   * Notes a piece that is stored, in place of those that it was joined with.
   * @returns false when another request has the upload, or it is gone
   */
  async add(piece: NewRow<'upload_pieces'>, joined: PieceRow[], lock: UploadLock): Promise<boolean> {
    const names = joined.map(({ name }) => name);
    const replaced = query.deleteFrom('upload_pieces').where('media_id', '=', piece.media_id);
    try {
      const done = await this.db.atomically([
        lock.holding(),
        ...(names.length > 0 ? [required(replaced.where('name', 'in', names), names.length)] : []),
        textOf(query.insertInto('upload_pieces').values(piece)),
      ]);
      return done !== null;
    } catch (error) {
      // Another piece begins there already.
      if (this.db.isDuplicate(error)) return false;
      throw error;
    }
  }

  async forget(id: string, from = 0): Promise<void> {
    const over = query.deleteFrom('upload_pieces').where('media_id', '=', id);
    await this.db.run(over.where('start_byte', '>=', from));
  }
}

const all = query.selectFrom('upload_pieces').selectAll();

/** When the storage becomes another one, which has none of them: all unfinished uploads begin anew. */
export const forgettingAllPieces = (): Query => query.deleteFrom('upload_pieces');
