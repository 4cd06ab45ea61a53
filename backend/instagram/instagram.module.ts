import { Controller, Module } from '@nestjs/common';
import { ApiTags } from '../common/openapi';
import { INSTAGRAM_VIDEO } from '../media/rules';
import type { Channel } from '../publishing/channel';
import { PostsController } from '../publishing/posts.controller';
import { PublishingModule } from '../publishing/publishing.module';

const INSTAGRAM_VIDEOS: Channel = {
  kind: 'instagram_video',
  network: 'instagram',
  noun: 'Video',
  collection: 'videos',
  rules: INSTAGRAM_VIDEO,
};

@ApiTags('instagram videos')
@Controller('instagram/videos')
class InstagramVideosController extends PostsController {
  readonly channel = INSTAGRAM_VIDEOS;
}

@Module({ imports: [PublishingModule], controllers: [InstagramVideosController] })
export class InstagramModule {}
