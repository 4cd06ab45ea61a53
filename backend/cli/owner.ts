import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config';

/** @throws where root would leave files that the product cannot open, because it runs as another user. */
export function refuseOtherOwner({ dataDir, database }: Config): void {
  if (process.geteuid?.() !== 0) return;
  const files = ['encryption-key', 'jwt-secret', ''].map((name) => join(dataDir, name));
  if (database.kind === 'sqlite') files.unshift(database.file);
  // In a container root may use a folder that another user has made: then what is in it is root's.
  const owner = files
    .map((file) => statSync(file, { throwIfNoEntry: false })?.uid)
    .find((uid) => uid !== undefined);
  if (owner === undefined || owner === 0) return;
  throw new Error(
    `${dataDir} is of another user (uid ${owner}), who cannot open what root makes there. ` +
      `Run it as that user, for example by sudo -u '#${owner}'. Nothing was done.`,
  );
}
