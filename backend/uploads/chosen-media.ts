import { Injectable } from '@nestjs/common';
import { DomainError, invalid } from '../common/errors/errors';
import { Database, required, type Statement } from '../database/database';
import { query } from '../database/tables';
import { MediaExamination } from './media-examination';
import { isMediumId, type MediumRow } from './media-rows';

/** Most files that one call makes items of. */
export const MOST_MEDIA = 20;

export const noSuchUpload = (id: string): string => `The file ${id} is none of your uploads, or is gone.`;

/** Reads `media_ids`: the uploaded files that new items are made of. */
@Injectable()
export class ChosenMedia {
  constructor(
    private readonly db: Database,
    private readonly examination: MediaExamination,
  ) {}

  /**
   * @returns the files in the order of the request; one may come twice
   * @throws DomainError 409 `upload_incomplete`, 422 unless all are files of the user that we take
   */
  async read(userId: number, given: unknown, most = MOST_MEDIA): Promise<MediumRow[]> {
    const ids = idsIn(given, most);
    const byId = await this.find(userId, ids);
    return ids.map((id) => {
      const medium = byId.get(id);
      if (medium === undefined) throw invalid({ media_ids: [noSuchUpload(id)] });
      if (medium instanceof DomainError) throw medium;
      return medium;
    });
  }

  /**
   * The files of the user among these, by id; of one that cannot be used, the refusal: 409 `upload_incomplete`, or 422
   * when it is nothing we take.
   */
  async find(userId: number, ids: readonly string[]): Promise<Map<string, MediumRow | DomainError>> {
    const found = new Map<string, MediumRow | DomainError>();
    if (ids.length === 0) return found;
    const own = query.selectFrom('media').selectAll().where('user_id', '=', userId).where('id', 'in', ids);
    for (const row of await this.db.rows(own)) {
      const medium = await this.usable(row);
      if (medium) found.set(row.id, medium);
    }
    return found;
  }

  private async usable(row: MediumRow): Promise<MediumRow | DomainError | undefined> {
    try {
      const examined = await this.examination.examined(row);
      return examined.state === 'refused'
        ? invalid({ [row.name]: [examined.refusal ?? ''] }, `${row.name}: ${examined.refusal}`)
        : examined;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // It was deleted while it was looked at.
      if (error.statusCode === 404) return undefined;
      if (error.code === 'upload_incomplete') return error;
      throw error;
    }
  }

  /** For the unit that makes items of them: they stay as long as an item uses them. Undone if one is gone. */
  using(rows: readonly MediumRow[]): Statement {
    const ids = [...new Set(rows.map(({ id }) => id))];
    return required(
      query
        .updateTable('media')
        .set({ expires_at: null })
        .where('id', 'in', ids)
        .where('state', '=', 'ready'),
      ids.length,
    );
  }
}

function idsIn(given: unknown, most: number): string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > most)
    throw invalid({
      media_ids: [most === 1 ? 'Choose one file by its id.' : `Choose 1 to ${most} files by their ids.`],
    });
  if (!given.every(isMediumId))
    throw invalid({ media_ids: ['media_ids is a list of ids of uploads, of 32 hexadecimal digits each.'] });
  return given;
}
