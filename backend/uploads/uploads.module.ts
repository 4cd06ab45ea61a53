import { Module } from '@nestjs/common';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { UploadRoom } from '../media/receiving/upload-room';
import { Storage } from '../ports/storage/storage';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { UsersModule } from '../users/users.module';
import { ChosenMedia } from './chosen-media';
import { ExpiredMedia } from './expired-media';
import { MediaController } from './media.controller';
import { MediaExamination } from './media-examination';
import { MediaRemoval } from './media-removal';
import { MediaRows } from './media-rows';
import { MediaService } from './media.service';
import { FolderPieces } from './folder-pieces';
import { Pieces } from './pieces';
import { ResumableUploads } from './resumable-uploads';
import { Tus } from './tus';
import { UploadCreation } from './upload-creation';
import { UploadLocks } from './upload-locks';
import { UploadsController } from './uploads.controller';

@Module({
  imports: [SubscriptionsModule, UsersModule],
  controllers: [UploadsController, MediaController],
  providers: [
    ChosenMedia,
    ExpiredMedia,
    MediaExamination,
    MediaRemoval,
    MediaRows,
    MediaService,
    {
      provide: Pieces,
      inject: [Config, Database, Storage, UploadRoom],
      useFactory: openPieces,
    },
    ResumableUploads,
    Tus,
    UploadCreation,
    UploadLocks,
  ],
  exports: [ChosenMedia, MediaRemoval, MediaRows],
})
export class UploadsModule {}

/** Where the storage is a folder, so are the pieces, and nothing for buckets is loaded. */
async function openPieces(config: Config, db: Database, storage: Storage, room: UploadRoom): Promise<Pieces> {
  const folder = new FolderPieces(config, room);
  if (!storage.pieces) return folder;
  const { StoredPieces } = await import('./stored-pieces');
  return new StoredPieces(db, storage, storage.pieces, room, folder);
}
