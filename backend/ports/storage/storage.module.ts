import { Global, Logger, Module } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { quietSdk } from '../../config/quiet-sdk';
import type { BucketConfig } from '../../config/storage-config';
import { Ffprobe } from '../../media/prober/ffprobe';
import { Prober } from '../../media/prober/prober';
import { UploadRoom } from '../../media/receiving/upload-room';
import { OngoingUploads } from '../../media/receiving/ongoing-uploads';
import { DiskStorage } from './disk-storage';
import { MediaIntake } from './media-intake';
import { StoredCopies } from './stored-copies';
import { MediaController } from './media.controller';
import { MediaLinks } from './media-links';
import type { Objects } from './objects';
import { Ownership } from './ownership';
import { PictureController } from './picture.controller';
import { PictureLinks } from './picture-links';
import { VerifiedStorage } from './verified-storage';
import { Storage, type StorageAdapter } from './storage';

@Global()
@Module({
  controllers: [MediaController, PictureController],
  providers: [
    MediaLinks,
    PictureLinks,
    MediaIntake,
    StoredCopies,
    Ffprobe,
    Prober,
    OngoingUploads,
    UploadRoom,
    {
      provide: Storage,
      inject: [Config, Database, Clock],
      useFactory: async (config: Config, db: Database, clock: Clock): Promise<Storage> => {
        const storage = await openStorage(config, db, clock);
        warnOfFolders(config);
        // Checked now, so that problems are reported at the start.
        if ((await storage.presence()) === 'here') await storage.prepare();
        return storage;
      },
    },
  ],
  exports: [Storage, MediaLinks, PictureLinks, MediaIntake, StoredCopies, Prober, OngoingUploads, UploadRoom],
})
export class StorageModule {}

export async function openStorage(config: Config, db: Database, clock?: Clock): Promise<VerifiedStorage> {
  return new VerifiedStorage(await openPlace(config), new Ownership(db, clock));
}

/** For a look: a place that is nobody's yet is not taken. */
export async function openStorageAsItIs(config: Config, db: Database): Promise<VerifiedStorage> {
  return new VerifiedStorage(await openPlace(config), new Ownership(db, undefined, false));
}

/** The place, whosever it is. */
export async function openPlace({ storage, publishing }: Config): Promise<StorageAdapter> {
  if (storage.kind === 'disk') return new DiskStorage(storage.dir);
  quietSdk();
  const { S3Storage } = await import('./s3/s3-storage');
  return new S3Storage(storage, { downloads: publishing.concurrency }).begin();
}

/** A part of a bucket, for what is no media. `keysFrom`: the variables that name its keys. */
export async function openObjects(
  bucket: BucketConfig,
  keysFrom: 'AWS_' | 'BACKUP_' = 'BACKUP_',
): Promise<Objects> {
  quietSdk();
  const { S3Objects } = await import('./s3/s3-objects');
  return new S3Objects(bucket, { keysFrom });
}

function warnOfFolders({ database, role, storage }: Config): void {
  if (storage.kind !== 'disk' || database.kind === 'sqlite' || role === 'all') return;
  const { dir } = storage;
  const hint = `with ROLE=${role} the processes of an installation have to share the folder ${dir} (STORAGE_URL)`;
  new Logger('Storage').warn(hint);
}
