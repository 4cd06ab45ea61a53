import { Global, Logger, Module } from '@nestjs/common';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { Ffprobe } from '../../media/ffprobe';
import { Prober } from '../../media/prober';
import { UploadRoom } from '../../media/upload-room';
import { OngoingUploads } from '../../media/ongoing-uploads';
import { DiskStorage } from './disk-storage';
import { MediaIntake } from './media-intake';
import { MediaController } from './media.controller';
import { MediaLinks } from './media-links';
import { Ownership } from './ownership';
import { VerifiedStorage } from './verified-storage';
import { Storage } from './storage';

@Global()
@Module({
  controllers: [MediaController],
  providers: [
    MediaLinks,
    MediaIntake,
    Ffprobe,
    Prober,
    OngoingUploads,
    UploadRoom,
    {
      provide: Storage,
      inject: [Config, Database],
      useFactory: async (config: Config, db: Database): Promise<Storage> => {
        const storage = openStorage(config, db);
        warnOfFolders(config);
        // Checked now, so that problems are reported at the start.
        if ((await storage.presence()) === 'here') await storage.prepare();
        return storage;
      },
    },
  ],
  exports: [Storage, MediaLinks, MediaIntake, Prober, OngoingUploads],
})
export class StorageModule {}

export function openStorage({ storage }: Config, db: Database): Storage {
  return new VerifiedStorage(new DiskStorage(storage.dir), new Ownership(db));
}

function warnOfFolders({ database, role, storage: { dir } }: Config): void {
  if (database.kind === 'sqlite' || role === 'all') return;
  const hint = `with ROLE=${role} the processes of an installation have to share the folder ${dir} (STORAGE_URL)`;
  new Logger('Storage').warn(hint);
}
