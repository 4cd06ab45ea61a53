import { Module } from '@nestjs/common';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { ChosenMedia } from './chosen-media';
import { MediaController } from './media.controller';
import { MediaExamination } from './media-examination';
import { MediaRemoval } from './media-removal';
import { MediaRows } from './media-rows';
import { MediaService } from './media.service';
import { Pieces } from './pieces';
import { ResumableUploads } from './resumable-uploads';
import { Tus } from './tus';
import { UploadCreation } from './upload-creation';
import { UploadLocks } from './upload-locks';
import { UploadsController } from './uploads.controller';

@Module({
  imports: [SubscriptionsModule],
  controllers: [UploadsController, MediaController],
  providers: [
    ChosenMedia,
    MediaExamination,
    MediaRemoval,
    MediaRows,
    MediaService,
    Pieces,
    ResumableUploads,
    Tus,
    UploadCreation,
    UploadLocks,
  ],
  exports: [ChosenMedia, MediaRemoval, MediaRows],
})
export class UploadsModule {}
