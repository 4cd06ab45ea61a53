import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../common/caller.decorator';
import type { RemainingView } from '../subscriptions/subscription.view';
import type { PostFormat } from './formats/formats';
import { PostsFromLibraryService } from './posts-from-library.service';
import { PostsService } from './posts.service';
import { UploadsService } from './uploads.service';

/** Posts are made from files, or with a JSON body from the shared library. */
@Injectable()
export class NewPosts {
  constructor(
    private readonly posts: PostsService,
    private readonly uploads: UploadsService,
    private readonly picks: PostsFromLibraryService,
  ) {}

  async accept(
    format: PostFormat,
    caller: Caller,
    request: FastifyRequest,
  ): Promise<{ subscription_status: RemainingView } & Record<string, unknown>> {
    const { library, collection } = format.list;
    const isJson = request.headers['content-type']?.startsWith('application/json') === true;
    const items =
      isJson && library
        ? await this.picks.accept(format, caller, request.body)
        : await this.uploads.accept(format, caller, request);
    return { subscription_status: await this.posts.remaining(caller), [collection]: items };
  }
}
