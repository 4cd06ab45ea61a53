import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../common/caller.decorator';
import type { RemainingView } from '../subscriptions/subscription.view';
import type { PostFormat } from './formats/formats';
import { PostsFromMediaService } from './posts-from-media.service';
import { PostsFromLibraryService } from './posts-from-library.service';
import type { PostView } from './post.view';
import { PostsService } from './posts.service';
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
    const isJson = request.headers['content-type']?.startsWith('application/json') === true;
    const { body } = request;
    if (isJson && typeof body === 'object' && body !== null && 'media_ids' in body)
      return this.media.accept(format, caller, body);
    return isJson && format.list.library
      ? this.picks.accept(format, caller, body)
      : this.uploads.accept(format, caller, request);
  }
}
