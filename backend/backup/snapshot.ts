/** What was read of the database, all of it at one instant. */
export interface Snapshot {
  installation: string;
  /** See `Manifest`. */
  takenAt: number;
  migrations: string[];
  tables: Record<string, number>;
  /** Storage keys that the rows name. */
  keys: Set<string>;
  /** Paths of the files that were written, inside the folder. */
  files: string[];
}

/** Columns that may hold a storage key, by table. Older versions lack some of them. */
export const KEY_COLUMNS: Record<string, string[]> = {
  posts: ['file_key', 'poster_key', 'cover_key'],
  post_media: ['file_key', 'poster_key'],
  shared_videos: ['file_key', 'poster_key'],
  media: ['file_key', 'poster_key'],
  accounts: ['picture_key'],
};
