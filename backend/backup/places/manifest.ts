export const MANIFEST = 'manifest.json';
const FORMAT = 1;

/** A file of a backup, by its path inside it. */
export interface FileSum {
  path: string;
  bytes: number;
  sha256: string;
}

/** Longer ones are none of ours. */
export const MANIFEST_BYTES = 4 * 1024 ** 2;

/** What a backup holds. Written last: a folder without it is no backup. */
export interface Manifest {
  format: number;
  /** The version of Pagecast that made it. */
  version: string;
  installation: string;
  /** The database's time just before the database was read: what it holds is no older. Milliseconds since 1970. */
  takenAt: number;
  database: {
    kind: 'sqlite' | 'mysql';
    /** Names of the migrations that it has had, the oldest first. */
    migrations: string[];
    /** Rows by table. */
    tables: Record<string, number>;
  };
  /** The files are in the folder that all backups share; `media.txt` names them. */
  media: { files: number; bytes: number; missing: number };
  /** Ids of the encryption keys, whether or not the keys are in the backup. */
  keyIds: string[];
  keys: boolean;
  rehearsal: boolean;
  /** Every other file of the backup. */
  files: FileSum[];
}

/** It is none that this or another version has written. */
export class DamagedManifest extends Error {
  override readonly name = 'DamagedManifest';

  constructor(path: string) {
    super(`${path} is damaged: remove that folder, or restore another backup with --backup.`);
  }
}

/** @throws DamagedManifest; and when another version has written it */
export function manifestOf(text: string, path: string): Manifest {
  const manifest = parsed(text);
  if (!manifest) throw new DamagedManifest(path);
  if (manifest.format !== FORMAT)
    throw new Error(`${path} was written by another version of Pagecast (${manifest.version}).`);
  return manifest;
}

function parsed(text: string): Manifest | undefined {
  try {
    const value = JSON.parse(text) as Manifest | null;
    const isWhole =
      value &&
      typeof value.takenAt === 'number' &&
      typeof value.installation === 'string' &&
      Array.isArray(value.database.migrations) &&
      Array.isArray(value.files) &&
      value.files.every(({ path }) => isInside(path)) &&
      (value.format !== FORMAT || isComplete(value));
    return isWhole ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Has what this version reads. Without it a part would count as empty: no keys, or no rows to compare with. */
const isComplete = ({ version, database, media, keyIds, keys, rehearsal }: Manifest): boolean =>
  typeof version === 'string' &&
  ['sqlite', 'mysql'].includes(database.kind) &&
  Object.values(database.tables).every(Number.isSafeInteger) &&
  [media.files, media.bytes, media.missing].every(Number.isSafeInteger) &&
  Array.isArray(keyIds) &&
  [keys, rehearsal].every((each) => typeof each === 'boolean');

/** A manifest is a file that anybody may have written: its paths must not lead out of the backup. */
const isInside = (path: unknown): boolean =>
  typeof path === 'string' && !path.startsWith('/') && !path.split(/[/\\]/).includes('..');
