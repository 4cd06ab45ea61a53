import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { isDatabaseAway } from '../common/errors/database-away';
import { invalid, notFound } from '../common/errors/errors';
import type { ListFields, ListRequest, Page } from '../common/lists/lists';
import { PREFERRING } from '../categories/categories.service';
import { BulkMarking } from '../accounts/turns/bulk-marking';
import { Database, insertStatement, required, textOf, type Done, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { DatabaseAway } from '../database/database-errors';
import { listOf } from '../database/list-rows';
import { query, type ColumnsOf, type NewRow } from '../database/tables';
import { MediaLinks } from '../ports/storage/media-links';
import { viewSharedVideo, type SharedVideoRow, type SharedVideoView } from './shared-video.view';

export const SHARED_VIDEO_FIELDS: ListFields<ColumnsOf<'shared_videos', 'v'>> = {
  sort: { id: 'v.id', title: 'v.title', created_at: 'v.created_at' },
  filter: { id: 'id', category_id: 'id', q: 'search' },
};

const videos = query
  .selectFrom('shared_videos as v')
  .leftJoin('categories as c', 'c.id', 'v.category_id')
  .select(['v.id', 'v.title', 'v.description', 'v.category_id', 'c.name as category_name', 'v.file_key'])
  .select(['v.poster_key', 'v.size_bytes', 'v.width', 'v.height', 'v.duration_ms', 'v.created_at'])
  .where('v.deleted_at', 'is', null);

const list = listOf(() => ({
  rows: videos,
  filter: { id: 'v.id', category_id: 'v.category_id', q: 'v.title' },
  order: [['v.id', 'desc']],
}));

export type NewSharedVideo = Omit<NewRow<'shared_videos'>, 'category_id' | 'created_at'> & {
  category_id: number | null;
};

@Injectable()
export class SharedVideosService {
  constructor(
    private readonly db: Database,
    private readonly bulkMarking: BulkMarking,
    private readonly links: MediaLinks,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async list(request: ListRequest): Promise<Page<SharedVideoView>> {
    const { rows, total } = await list(this.db, request, {});
    return { rows: rows.map((row) => viewSharedVideo(row, this.links)), total };
  }

  /** @throws DomainError 404 */
  async get(id: number): Promise<SharedVideoView> {
    return viewSharedVideo(await this.row(id), this.links);
  }

  /** The videos of the library with these ids, in the order of the ids. @throws DomainError 422 when one is missing. */
  async pick(ids: number[]): Promise<SharedVideoRow[]> {
    const found = await this.among(ids);
    return ids.map((id) => {
      const row = found.get(id);
      if (!row)
        throw invalid({ shared_video_ids: [`The shared video ${id} is not in the library (any more).`] });
      return row;
    });
  }

  /** Those of these videos that are in the library, by id. */
  async among(ids: readonly number[]): Promise<Map<number, SharedVideoRow>> {
    const rows = ids.length > 0 ? await this.db.rows(videos.where('v.id', 'in', ids)) : [];
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** @throws DomainError 422 for a category that does not exist. */
  async refuseUnknownCategory(categoryId: number | null): Promise<void> {
    if (!(await this.isKnown(categoryId))) throw unknownCategory();
  }

  /**
   * `also` joins the unit of the change, here and below; the new video is the first row of the unit.
   * @returns its id; undefined when a required statement of `also` did nothing
   * @throws DomainError 422 for a category that is gone meanwhile.
   */
  async create(values: NewSharedVideo, ...also: Statement[]): Promise<number | undefined> {
    const done = await this.changeInto(
      values.category_id,
      insertStatement('shared_videos', [{ ...values, created_at: this.clock.now() }]),
      ...also,
    );
    return done?.[0]?.id;
  }

  async setCategory(
    id: number,
    categoryId: number | null | undefined,
    ...also: Statement[]
  ): Promise<SharedVideoView> {
    await this.row(id);
    if (categoryId === undefined) return this.get(id);
    await this.refuseUnknownCategory(categoryId);
    await this.changeInto(categoryId, textOf(changing(id).set({ category_id: categoryId })), ...also);
    return this.get(id);
  }

  /** Removes the video from the library immediately; its bytes follow when no post needs them any more. */
  async delete(id: number, ...also: Statement[]): Promise<SharedVideoView> {
    const view = await this.get(id);
    const deleting = required(changing(id).set({ deleted_at: this.clock.now() }));
    if (!(await this.db.atomically([deleting, ...also]))) throw notFound('This shared video');
    return view;
  }

  /** Makes a change that puts a video into the category. @throws DomainError 422 when that is gone meanwhile. */
  private async changeInto(
    categoryId: number | null,
    change: Statement,
    ...also: Statement[]
  ): Promise<Done[] | null> {
    try {
      return await this.bulkMarking.change(change, ...this.gaining(categoryId), ...also);
    } catch (error) {
      // A change that may be done is not refused: what it names must stay.
      if (isDatabaseAway(error) || error instanceof DatabaseAway) throw error;
      throw (await this.isKnown(categoryId).catch(() => true)) ? error : unknownCategory();
    }
  }

  private async isKnown(categoryId: number | null): Promise<boolean> {
    if (categoryId === null) return true;
    const known = query.selectFrom('categories').select('id').where('id', '=', categoryId);
    return (await this.db.row(known)) !== undefined;
  }

  /** Users who prefer the category may post sooner. A video without a category is never posted automatically. */
  private gaining(categoryId: number | null): Statement[] {
    return categoryId === null ? [] : [this.bulkMarking.request(PREFERRING, categoryId)];
  }

  private async row(id: number): Promise<SharedVideoRow> {
    const row = await this.db.row(videos.where('v.id', '=', id));
    if (!row) throw notFound('This shared video');
    return row;
  }
}

const unknownCategory = () => invalid({ category_id: ['There is no such category.'] });

const changing = (id: number) =>
  query.updateTable('shared_videos').where('id', '=', id).where('deleted_at', 'is', null);
