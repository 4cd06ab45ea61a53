import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { jsonOf } from '../../common/http/body-limits';
import type { Caller } from '../../common/http/caller.decorator';
import type { RemainingView } from '../../subscriptions/subscription.view';
import type { PostFormat } from '../formats/formats';
import { PostsFromMediaService } from './posts-from-media.service';
import { PostsFromLibraryService } from './posts-from-library.service';
import type { PostView } from '../posts/post.view';
import { PostsService } from '../posts/posts.service';
import { UploadsService } from './uploads.service';

/** Posts are made from files, or with a JSON body of uploaded files or of the shared library. */
@Injectable()
export class NewPosts {
  constructor(
    private readonly posts: PostsService,
    private readonly uploads: UploadsService,
    private readonly picks: PostsFromLibraryService,
    private readonly media: PostsFromMediaService,
  ) {}

  async accept(
    format: PostFormat,
    caller: Caller,
    request: FastifyRequest,
  ): Promise<{ subscription_status: RemainingView } & Record<string, unknown>> {
    const { collection } = format.list;
    const items = await this.items(format, caller, request);
    return { subscription_status: await this.posts.remaining(caller), [collection]: items };
  }

  private items(format: PostFormat, caller: Caller, request: FastifyRequest): Promise<PostView[]> {
    const given = jsonOf(request);
    if (!given) return this.uploads.accept(format, caller, request);
    return format.list.library && 'shared_video_ids' in given && !('media_ids' in given)
      ? this.picks.accept(format, caller, given)
      : this.media.accept(format, caller, given);
  }
}
