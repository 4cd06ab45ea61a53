import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Environment } from '../../config/reader';
import { backupBucket } from '../../config/storage-config';
import { openObjects } from '../../ports/storage/storage.module';
import type { BackupPlace } from './backup-place';
import { FolderPlace } from './folder-place';

/**
 * The place at an address: a folder, or `s3://bucket/prefix?endpoint=…&region=…`. `workDir` is where copies of a database
 * are put for a while, if there is such a folder.
 * @throws Error that says what the address or a variable must be
 */
export async function openBackupPlace(
  address: string,
  env: Environment,
  workDir: string,
): Promise<BackupPlace> {
  if (!/^[a-z\d]+:\/\//i.test(address)) {
    const folder = address.replace(/^file:/, '');
    // As in `file:$UNSET`: it is not the folder that the command happens to run in.
    if (folder.trim() === '') throw new Error(`${address} names no folder. Nothing was done.`);
    return new FolderPlace(resolve(folder));
  }
  const bucket = backupBucket(env, address);
  const { BucketPlace } = await import('./bucket-place');
  const openAt = (prefix: string) => openObjects({ ...bucket, prefix });
  return new BucketPlace(bucket, await openAt(bucket.prefix), {
    openAt,
    workDir: existsSync(workDir) ? workDir : tmpdir(),
  });
}
