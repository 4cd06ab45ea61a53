import { Controller, Module } from '@nestjs/common';
import { ApiTags } from '../common/openapi';
import { PHOTO } from '../media/rules';
import type { Channel } from '../publishing/channel';
import { PostsController } from '../publishing/posts.controller';
import { PublishingModule } from '../publishing/publishing.module';

const PHOTOS: Channel = {
  kind: 'photo',
  network: 'facebook',
  noun: 'Photo',
  collection: 'photos',
  rules: PHOTO,
};

@ApiTags('photos')
@Controller('photos')
class PhotosController extends PostsController {
  readonly channel = PHOTOS;
}

@Module({ imports: [PublishingModule], controllers: [PhotosController] })
export class PhotosModule {}
