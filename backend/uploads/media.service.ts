import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../common/http/caller.decorator';
import { conflict, invalid, tooLarge, unsupportedMedia, type DomainError } from '../common/errors/errors';
import { Config } from '../config/config';
import { Database, required } from '../database/database';
import { query } from '../database/tables';
import { MOST_MEGAPIXELS } from '../media/pictures/open-picture';
import { MediaIntake } from '../ports/storage/media-intake';
import { MediaLinks } from '../ports/storage/media-links';
import { Storage } from '../ports/storage/storage';
import { StandingCallers } from '../users/standing-callers';
import { MediaExamination } from './media-examination';
import { inUse, MediaRemoval } from './media-removal';
import { MediaRows, type MediumRow } from './media-rows';
import { viewMedium, type MediumView } from './medium.view';

const POSTER_BYTES = 300 * 1024;

/** Files after their upload: what they are, which formats take them, their pictures. */
@Injectable()
export class MediaService {
  constructor(
    private readonly db: Database,
    private readonly callers: StandingCallers,
    private readonly rows: MediaRows,
    private readonly examination: MediaExamination,
    private readonly removal: MediaRemoval,
    private readonly intake: MediaIntake,
    private readonly storage: Storage,
    private readonly links: MediaLinks,
    private readonly config: Config,
  ) {}

  /** @throws DomainError 404, 409 `upload_incomplete`, 422 when the file is nothing we take */
  async get(userId: number, id: string): Promise<MediumView> {
    return this.view(await this.kept(userId, id));
  }

  /** @throws DomainError 404, 409 when an item uses it */
  async delete(userId: number, id: string): Promise<MediumView> {
    const row = await this.kept(userId, id);
    const view = await this.view(row);
    if (!(await this.removal.delete(row))) throw inUse();
    return view;
  }

  /** @throws DomainError 401, 404, 409, 413, 415, 422 unless it is a JPEG */
  async setPoster(caller: Caller, id: string, raw: IncomingMessage): Promise<MediumView> {
    const row = await this.kept(caller.id, id);
    const type = raw.headers['content-type'];
    // Only a request without a body gets here without a type.
    if (type === undefined) throw noJpeg();
    if (!type.startsWith('image/jpeg')) throw unsupportedMedia('Send the picture itself, as image/jpeg.');
    if (Number(raw.headers['content-length'] ?? 0) > POSTER_BYTES) throw tooLargePoster();
    const picture = await readWhole(raw);
    await this.storage.prepare();
    const kept: string[] = [];
    const key = await this.intake.keepPoster(picture, kept);
    if (key === null) throw noJpeg();
    try {
      const change = query
        .updateTable('media')
        .set({ poster_key: key })
        .where('id', '=', id)
        .where(({ fn, val }) => fn.coalesce('poster_key', val('')), '=', row.poster_key ?? '');
      const changed = await this.db.atomically([this.callers.holding(caller), required(change)]);
      if (!changed) await this.callers.refuseEnded(caller);
      if (!changed) throw conflict('This file changed just now. Try again.');
    } catch (error) {
      await this.intake.undo(kept, error);
      throw error;
    }
    if (row.poster_key) await this.storage.delete(row.poster_key);
    return this.view(await this.rows.find(caller.id, id, 'This file'));
  }

  private async kept(userId: number, id: string): Promise<MediumRow> {
    const row = await this.examination.examined(await this.rows.find(userId, id, 'This file'));
    if (row.state === 'refused') throw refusalOf(row);
    return row;
  }

  private async view(row: MediumRow): Promise<MediumView> {
    const { maxVideoBytes } = this.config.uploads;
    return viewMedium(row, this.links, { isUsed: await this.rows.inUse(row.id), maxVideoBytes });
  }
}

const refusalOf = ({ name, refusal }: MediumRow): DomainError =>
  invalid({ [name]: [refusal ?? ''] }, `${name}: ${refusal}`);

async function readWhole(raw: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Read to the end: breaking off would close the connection before the answer.
    if (bytes <= POSTER_BYTES) chunks.push(chunk);
  }
  if (bytes > POSTER_BYTES) throw tooLargePoster();
  return Buffer.concat(chunks);
}

const noJpeg = () =>
  invalid({ poster: [`The picture must be a JPEG of at most ${MOST_MEGAPIXELS} megapixels.`] });

const tooLargePoster = () => tooLarge('A poster has at most 300 KiB.');
