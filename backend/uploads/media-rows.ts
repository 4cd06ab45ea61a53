import { Injectable } from '@nestjs/common';
import type { ExpressionBuilder } from 'kysely';
import { notFound } from '../common/errors/errors';
import { Database } from '../database/database';
import { query, type Row, type Tables } from '../database/tables';

export type MediumRow = Row<'media'>;

export const isMediumId = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{32}$/.test(text);

/** Whether an item is made of it. */
export const isInUse = ({ exists, or, selectFrom }: ExpressionBuilder<Tables, 'media'>) =>
  or([
    exists(selectFrom('posts as p').select('p.id').whereRef('p.file_key', '=', 'media.file_key')),
    exists(selectFrom('posts as p').select('p.id').whereRef('p.cover_key', '=', 'media.file_key')),
    exists(selectFrom('post_media as f').select('f.id').whereRef('f.file_key', '=', 'media.file_key')),
  ]);

@Injectable()
export class MediaRows {
  constructor(private readonly db: Database) {}

  /** @throws DomainError 404 for an id that is unknown or another user's */
  async find(userId: number, id: string, what: 'This upload' | 'This file'): Promise<MediumRow> {
    const row = isMediumId(id) ? await this.byId(id) : undefined;
    if (row?.user_id !== userId) throw notFound(what);
    return row;
  }

  byId(id: string): Promise<MediumRow | undefined> {
    return this.db.row(query.selectFrom('media').selectAll().where('id', '=', id));
  }

  /** The uploaded file whose bytes are stored there, if it is one. */
  byKey(fileKey: string): Promise<MediumRow | undefined> {
    return this.db.row(query.selectFrom('media').selectAll().where('file_key', '=', fileKey));
  }

  /** The media among these files, by storage key. */
  async knownAmong(keys: string[]): Promise<Map<string | null, Pick<MediumRow, 'id' | 'size_bytes'>>> {
    if (keys.length === 0) return new Map();
    const media = query.selectFrom('media').select(['id', 'file_key', 'size_bytes']);
    const rows = await this.db.rows(media.where('file_key', 'in', [...new Set(keys)]));
    return new Map(rows.map((row) => [row.file_key, row]));
  }

  async inUse(id: string): Promise<boolean> {
    const used = query.selectFrom('media').select('id').where('id', '=', id).where(isInUse);
    return (await this.db.row(used)) !== undefined;
  }
}
