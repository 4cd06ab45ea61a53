import { isKey } from '../../ports/storage/media-key';

/** What was read of the database, all of it at one instant. */
export interface Snapshot {
  installation: string;
  /** See `Manifest`. */
  takenAt: number;
  migrations: string[];
  tables: Record<string, number>;
  /** Storage keys that the rows name, and the bytes of the file where a row tells. */
  keys: NamedKeys;
  /** Paths of the files that were written, inside the folder. */
  files: string[];
}

export type NamedKeys = Map<string, number | undefined>;

/** Columns that may hold a storage key, by table. Older versions lack some of them. */
export const KEY_COLUMNS: Record<string, string[]> = {
  posts: ['file_key', 'poster_key', 'cover_key'],
  post_media: ['file_key', 'poster_key'],
  shared_videos: ['file_key', 'poster_key'],
  media: ['file_key', 'poster_key'],
  accounts: ['picture_key'],
};

/** Tables whose `size_bytes` is that of `file_key`. A post of a shared video has none of its own. */
const SIZED = ['posts', 'shared_videos', 'media'];
export const SIZE_COLUMNS = ['size_bytes', 'shared_video_id'];

/** Adds the keys that a row names. */
export function noteKeys(keys: NamedKeys, table: string, row: Record<string, unknown>): void {
  const isSized = SIZED.includes(table) && (row.shared_video_id ?? null) === null;
  for (const column of KEY_COLUMNS[table] ?? []) {
    const key = row[column];
    if (typeof key !== 'string' || !isKey(key)) continue;
    const bytes = isSized && column === 'file_key' ? Number(row.size_bytes) || undefined : undefined;
    keys.set(key, bytes ?? keys.get(key));
  }
}
