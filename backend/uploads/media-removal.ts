import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { conflict } from '../common/errors/errors';
import { Config } from '../config/config';
import { Database, required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import { Storage } from '../ports/storage/storage';
import { Quota } from '../subscriptions/quota';
import { holdingUsage } from '../subscriptions/usage-changes';
import { isInUse, MediaRows, type MediumRow } from './media-rows';
import { Pieces } from './pieces';

const ROWS_AT_ONCE = 100;
/** Age below which a piece may belong to a request that has not ended. */
const MAY_BE_UNDER_WAY_MS = 2 * 3_600_000;

/** Deletes media, and files that posts name: bytes go with the last item that is made of them. */
@Injectable()
export class MediaRemoval {
  constructor(
    private readonly db: Database,
    private readonly rows: MediaRows,
    private readonly pieces: Pieces,
    private readonly quota: Quota,
    private readonly storage: Storage,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 409 when an item uses it */
  async removeUpload(id: string): Promise<void> {
    const row = await this.rows.byId(id);
    if (row && !(await this.delete(row))) throw inUse();
  }

  /**
   * @param onlyExpired leaves one that was renewed since it was read
   * @returns false when an item uses it, or it was renewed, and nothing was done
   */
  async delete(row: MediumRow, { onlyExpired = false } = {}): Promise<boolean> {
    const done = await this.db.atomically([
      // Items are made and deleted with this row locked, so the answer to "in use" does not change meanwhile.
      textOf(holdingUsage(row.user_id)),
      required(
        query
          .deleteFrom('media')
          .where('id', '=', row.id)
          .where('held_bytes', '=', row.held_bytes)
          .$if(onlyExpired, (medium) => medium.where('expires_at', '<=', this.clock.now()))
          .where(({ fn, val }) => fn.coalesce('file_key', val('')), '=', row.file_key ?? '')
          .where(({ fn, val }) => fn.coalesce('poster_key', val('')), '=', row.poster_key ?? '')
          .where(({ not, or, exists }) => not(or(usesOf(row).map((use) => exists(use))))),
      ),
      this.quota.freeing(row.user_id, 0, row.held_bytes),
    ]);
    if (!done) {
      const current = await this.rows.byId(row.id);
      if (!current) return true;
      return hasOtherFiles(row, current) ? this.delete(current, { onlyExpired }) : false;
    }
    await this.pieces.discard(row.id);
    for (const key of [row.file_key, row.poster_key]) if (key) await this.storage.delete(key);
    return true;
  }

  /**
   * For the unit that takes files from posts: media among them may be over. Follow it with `forget`; if that does not
   * come, `removeExpired` does the same.
   */
  letGo(keys: readonly (string | null)[]): Statement[] {
    const files = keys.filter((key) => key !== null);
    if (files.length === 0) return [];
    return [
      textOf(query.updateTable('media').set({ expires_at: this.clock.now() }).where('file_key', 'in', files)),
    ];
  }

  /** Deletes a file that a post named, unless another item needs it. */
  async forget(key: string): Promise<void> {
    const medium = await this.db.row(query.selectFrom('media').selectAll().where('file_key', '=', key));
    if (!medium) await this.storage.delete(key);
    else await this.end(medium);
  }

  async removeExpired(isStopped: () => boolean = () => false): Promise<void> {
    while (!isStopped()) {
      const over = await this.db.rows(
        query
          .selectFrom('media')
          .selectAll()
          .where('expires_at', '<=', this.clock.now())
          .orderBy('expires_at')
          .limit(ROWS_AT_ONCE),
      );
      for (const row of over) await this.end(row, { onlyExpired: true });
      if (over.length < ROWS_AT_ONCE) return;
    }
  }

  /** @returns ms until the next one expires; undefined while none will */
  async expiresIn(): Promise<number | undefined> {
    const next = query.selectFrom('media').select(({ fn }) => fn.min('expires_at').as('at'));
    const at = (await this.db.row(next))?.at ?? undefined;
    return at === undefined ? undefined : at - this.clock.now();
  }

  /** Deletes all media of a user whose posts are deleted. */
  async removeAll(userId: number): Promise<void> {
    for (;;) {
      const some = query.selectFrom('media').selectAll().where('user_id', '=', userId).limit(ROWS_AT_ONCE);
      const rows = await this.db.rows(some);
      const gone = await Promise.all(rows.map((row) => this.delete(row)));
      if (!gone.includes(true)) return;
    }
  }

  /** Deletes pieces of uploads that have no row any more. */
  async removeStrayPieces(
    olderThanMs = Math.max(this.config.uploads.expiresMs, MAY_BE_UNDER_WAY_MS),
  ): Promise<void> {
    for (const id of await this.pieces.untouchedFor(olderThanMs)) {
      const row = await this.rows.byId(id);
      if (row?.state !== 'receiving') await this.pieces.discard(id);
    }
  }

  /** Deletes it, or notes that an item uses it. */
  private async end(row: MediumRow, how: { onlyExpired?: boolean } = {}): Promise<void> {
    if (await this.delete(row, how)) return;
    await this.db.atomically([
      textOf(holdingUsage(row.user_id)),
      query.updateTable('media').set({ expires_at: null }).where('id', '=', row.id).where(isInUse),
    ]);
  }
}

/** Its upload has ended, or its poster was replaced. */
const hasOtherFiles = (before: MediumRow, current: MediumRow): boolean =>
  before.held_bytes !== current.held_bytes ||
  before.file_key !== current.file_key ||
  before.poster_key !== current.poster_key;

/** The items that are made of it: as their first file, as a further one, or as their cover. */
const usesOf = ({ file_key }: MediumRow) => [
  query
    .selectFrom('posts')
    .select('id')
    .where('file_key', '=', file_key ?? ''),
  query
    .selectFrom('posts')
    .select('id')
    .where('cover_key', '=', file_key ?? ''),
  query
    .selectFrom('post_media')
    .select('id')
    .where('file_key', '=', file_key ?? ''),
];

export const inUse = () => conflict('An item uses this file. Delete the item first.');
