import { Controller, Module } from '@nestjs/common';
import { ApiTags } from '../common/openapi';
import { FACEBOOK_VIDEO } from '../media/rules';
import type { Channel } from '../publishing/channel';
import { PostsController } from '../publishing/posts.controller';
import { PublishingModule } from '../publishing/publishing.module';

const FACEBOOK_VIDEOS: Channel = {
  kind: 'video',
  network: 'facebook',
  noun: 'Video',
  collection: 'videos',
  rules: FACEBOOK_VIDEO,
};

@ApiTags('videos')
@Controller('videos')
class VideosController extends PostsController {
  readonly channel = FACEBOOK_VIDEOS;
}

@Module({ imports: [PublishingModule], controllers: [VideosController] })
export class VideosModule {}
