import type { Database } from '../database/database';
import { query, type Query } from '../database/tables';
import type { Storage } from '../ports/storage/storage';
import { MediaSweep } from '../publishing/housekeeping/media-sweep';
import { QuotaRecount } from '../publishing/housekeeping/quota-recount';

const ROWS_AT_ONCE = 200;

/** A row, and a file that it names. */
interface Named {
  row: string;
  key: string;
  /** Undefined where the row does not say. */
  bytes?: number;
  isStill: () => Promise<boolean>;
}

export interface Findings {
  /** Files that rows name, each once, however many rows name it. */
  named: number;
  missing: string[];
  wrongSize: string[];
  files: number;
  unnamed: string[];
  /** Users whose counters of the quota differ from their rows. */
  wrongCounters: number[];
}

/** Compares rows and files, both ways, and the counters of the quota with the rows. Changes nothing. */
export async function checkInstallation(db: Database, storage: Storage): Promise<Findings> {
  const found: Findings = { named: 0, missing: [], wrongSize: [], files: 0, unnamed: [], wrongCounters: [] };
  const keys = new Set<string>();
  for await (const batch of namedFiles(db)) {
    for (const { key } of batch) keys.add(key);
    await Promise.all(batch.map((each) => check(each, storage, found)));
  }
  found.named = keys.size;
  const { unknown, total } = await new MediaSweep(db, storage).unnamed();
  found.files = total;
  found.unnamed = unknown;
  found.wrongCounters = await new QuotaRecount(db).wrong();
  return found;
}

async function check(named: Named, storage: Storage, found: Findings): Promise<void> {
  const { row, key, bytes } = named;
  const file = await storage.stat(key);
  const isRight = file && (bytes === undefined || file.sizeBytes === bytes);
  // The product may run: what a row does not name any more is not missing.
  if (isRight || !(await named.isStill())) return;
  if (!file) found.missing.push(`${row}: ${key}`);
  else found.wrongSize.push(`${row}: ${key} has ${file.sizeBytes} bytes instead of ${String(bytes)}`);
}

async function* namedFiles(db: Database): AsyncIterable<Named[]> {
  for (let after = 0; ;) {
    const rows = await db.rows(
      query
        .selectFrom('posts')
        .select(['id', 'file_key', 'poster_key', 'cover_key', 'size_bytes', 'shared_video_id'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(ROWS_AT_ONCE),
    );
    yield rows.flatMap(({ id, file_key, poster_key, cover_key, size_bytes, shared_video_id }) => [
      ...named(
        `post ${id}`,
        file_key,
        shared_video_id === null ? size_bytes || undefined : undefined,
        (key) => query.selectFrom('posts').select('id').where('id', '=', id).where('file_key', '=', key),
      ),
      ...named(`post ${id}`, poster_key, undefined, (key) =>
        query.selectFrom('posts').select('id').where('id', '=', id).where('poster_key', '=', key),
      ),
      ...named(`cover of post ${id}`, cover_key, undefined, (key) =>
        query.selectFrom('posts').select('id').where('id', '=', id).where('cover_key', '=', key),
      ),
    ]);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  for (let after = 0; ;) {
    const further = query.selectFrom('post_media').select(['id', 'post_id', 'file_key', 'poster_key']);
    const rows = await db.rows(further.where('id', '>', after).orderBy('id').limit(ROWS_AT_ONCE));
    yield rows.flatMap(({ id, post_id, file_key, poster_key }) => {
      const own = (key: string) =>
        query
          .selectFrom('post_media')
          .select('id')
          .where('id', '=', id)
          .where((file) => file.or([file('file_key', '=', key), file('poster_key', '=', key)]));
      return [file_key, poster_key].flatMap((key) => named(`file of post ${post_id}`, key, undefined, own));
    });
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  for (let after = 0; ;) {
    const rows = await db.rows(
      query
        .selectFrom('shared_videos')
        .select(['id', 'file_key', 'poster_key', 'size_bytes'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(ROWS_AT_ONCE),
    );
    yield rows.flatMap(({ id, file_key, poster_key, size_bytes }) => {
      const own = (key: string) =>
        query
          .selectFrom('shared_videos')
          .select('id')
          .where('id', '=', id)
          .where((video) => video.or([video('file_key', '=', key), video('poster_key', '=', key)]));
      return [
        ...named(`shared video ${id}`, file_key, size_bytes, own),
        ...named(`shared video ${id}`, poster_key, undefined, own),
      ];
    });
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  for (let after = ''; ;) {
    const media = query.selectFrom('media').select(['id', 'file_key', 'poster_key', 'size_bytes']);
    const rows = await db.rows(media.where('id', '>', after).orderBy('id').limit(ROWS_AT_ONCE));
    yield rows.flatMap(({ id, file_key, poster_key, size_bytes }) => {
      const own = (key: string) =>
        query
          .selectFrom('media')
          .select('id')
          .where('id', '=', id)
          .where((medium) => medium.or([medium('file_key', '=', key), medium('poster_key', '=', key)]));
      return [
        ...named(`medium ${id}`, file_key, size_bytes, own),
        ...named(`medium ${id}`, poster_key, undefined, own),
      ];
    });
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  for (let after = 0; ;) {
    const rows = await db.rows(
      query
        .selectFrom('accounts')
        .select(['id', 'picture_key'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(ROWS_AT_ONCE),
    );
    yield rows.flatMap(({ id, picture_key }) =>
      named(`account ${id}`, picture_key, undefined, (key) =>
        query.selectFrom('accounts').select('id').where('id', '=', id).where('picture_key', '=', key),
      ),
    );
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }

  function named(
    row: string,
    key: string | null,
    bytes: number | undefined,
    still: (key: string) => Query<{ id: number | string }>,
  ): Named[] {
    if (key === null) return [];
    return [{ row, key, bytes, isStill: async () => (await db.row(still(key))) !== undefined }];
  }
}
