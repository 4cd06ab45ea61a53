import { Module } from '@nestjs/common';
import { PublishingModule } from '../publishing/publishing.module';
import { SharedVideosModule } from '../shared-videos/shared-videos.module';
import { AutoPosting } from './auto-posting';
import { LibraryPosts } from './library-posts';

@Module({ imports: [PublishingModule, SharedVideosModule], providers: [AutoPosting, LibraryPosts] })
export class AutopostModule {}
