import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { invalid, notFound } from '../common/errors';
import type { ListFields, ListRequest, Page } from '../common/lists';
import { PREFERRING } from '../categories/categories.service';
import { WideReviews } from '../connections/wide-reviews';
import { Database, insertStatement, placesFor, type Statement } from '../database/database';
import { listRows } from '../database/list-rows';
import type { NewRow } from '../database/tables';
import { MediaLinks } from '../ports/storage/media-links';
import { viewSharedVideo, type SharedVideoRow, type SharedVideoView } from './shared-video.view';

export const SHARED_VIDEO_FIELDS: ListFields = {
  sort: { id: 'v.id', title: 'v.title', created_at: 'v.created_at' },
  filter: { id: 'id', category_id: 'id', q: 'search' },
};

const COLUMNS = `v.id, v.title, v.description, v.category_id, c.name AS category_name, v.file_key, v.poster_key, v.size_bytes,
  v.width, v.height, v.duration_ms, v.created_at`;
const FROM = 'shared_videos v LEFT JOIN categories c ON c.id = v.category_id';

@Injectable()
export class SharedVideosService {
  constructor(
    private readonly db: Database,
    private readonly reviews: WideReviews,
    private readonly links: MediaLinks,
    private readonly clock: Clock,
  ) {}

  async list(request: ListRequest): Promise<Page<SharedVideoView>> {
    const { rows, total } = await listRows<SharedVideoRow>(this.db, request, {
      from: FROM,
      columns: COLUMNS,
      where: 'v.deleted_at IS NULL',
      filter: { id: 'v.id', category_id: 'v.category_id', q: 'v.title' },
      order: 'v.id DESC',
    });
    return { rows: rows.map((row) => viewSharedVideo(row, this.links)), total };
  }

  /** @throws DomainError 404 */
  async get(id: number): Promise<SharedVideoView> {
    return viewSharedVideo(await this.row(id), this.links);
  }

  /** Those of `ids` that are in the library, in the order asked for. @throws DomainError 422 when one is not. */
  async pick(ids: number[]): Promise<SharedVideoRow[]> {
    const rows = await this.db.rows<SharedVideoRow>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE v.deleted_at IS NULL AND v.id IN ${placesFor(ids)}`,
      ids,
    );
    return ids.map((id) => {
      const row = rows.find((each) => each.id === id);
      if (!row)
        throw invalid({ shared_video_ids: [`The shared video ${id} is not in the library (any more).`] });
      return row;
    });
  }

  /** @throws DomainError 422 for a category that does not exist. */
  async refuseUnknownCategory(categoryId: number | null): Promise<void> {
    if (categoryId === null || (await this.db.row('SELECT id FROM categories WHERE id = ?', [categoryId])))
      return;
    throw invalid({ category_id: ['There is no such category.'] });
  }

  async create(
    values: Omit<NewRow<'shared_videos'>, 'category_id' | 'created_at'> & { category_id: number | null },
  ): Promise<SharedVideoView> {
    const done = await this.reviews.change(
      insertStatement('shared_videos', [{ ...values, created_at: this.clock.now() }]),
      ...this.gaining(values.category_id),
    );
    return this.get(done?.[0]?.id ?? 0);
  }

  /** `also` goes into the unit of the change, here and below. */
  async setCategory(
    id: number,
    categoryId: number | null | undefined,
    ...also: Statement[]
  ): Promise<SharedVideoView> {
    await this.row(id);
    if (categoryId === undefined) return this.get(id);
    await this.refuseUnknownCategory(categoryId);
    await this.reviews.change(
      {
        sql: 'UPDATE shared_videos SET category_id = ? WHERE id = ? AND deleted_at IS NULL',
        params: [categoryId, id],
      },
      ...this.gaining(categoryId),
      ...also,
    );
    return this.get(id);
  }

  /** Out of the library at once; the bytes follow when no post needs them any more. */
  async delete(id: number, ...also: Statement[]): Promise<SharedVideoView> {
    const view = await this.get(id);
    const sql = 'UPDATE shared_videos SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL';
    const deleting = { sql, params: [this.clock.now(), id], required: true };
    if (!(await this.db.atomically([deleting, ...also]))) throw notFound('This shared video');
    return view;
  }

  /** Who prefers the category may post sooner. Nobody posts from none. */
  private gaining(categoryId: number | null): Statement[] {
    return categoryId === null ? [] : [this.reviews.asking(PREFERRING, categoryId)];
  }

  private async row(id: number): Promise<SharedVideoRow> {
    const row = await this.db.row<SharedVideoRow>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE v.id = ? AND v.deleted_at IS NULL`,
      [id],
    );
    if (!row) throw notFound('This shared video');
    return row;
  }
}
