import {
  Body,
  Delete,
  Get,
  HttpCode,
  Inject,
  Injectable,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { IdPipe } from '../common/id.pipe';
import { readListRequest, type ListQuery } from '../common/lists';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConflict,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiForbidden,
  ApiForm,
  ApiInvalid,
  ApiList,
  ApiOkResponse,
  FILE,
  files,
  refToSchema,
  texts,
} from '../common/openapi';
import { sendList } from '../common/list-response';
import { ActiveSubscriptionGuard } from '../subscriptions/active-subscription.guard';
import { RemainingView } from '../subscriptions/subscription.view';
import type { PostFormat } from './formats/formats';
import { PostsFromLibraryService } from './posts-from-library.service';
import { EditPostDto, LibraryPicks, RescheduleDto, RetryDto } from './post.dto';
import { PostView } from './post.view';
import { POST_FIELDS } from './posts.repository';
import { PostsService } from './posts.service';
import { ReplacementsService } from './replacements.service';
import { UploadsService } from './uploads.service';

/** The calls of a list. Its own controller gives the path and the format of what is uploaded there, and nothing else. */
@Injectable()
@ApiBearerAuth()
@ApiForbidden('subscription')
@UseGuards(ActiveSubscriptionGuard)
export abstract class PostsController {
  abstract readonly format: PostFormat;

  @Inject() private readonly posts: PostsService;
  @Inject() private readonly uploads: UploadsService;
  @Inject() private readonly picks: PostsFromLibraryService;
  @Inject() private readonly replacements: ReplacementsService;

  @Get()
  @ApiList(PostView, POST_FIELDS)
  async list(
    @CurrentUser() caller: Caller,
    @Query() query: ListQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const wanted = readListRequest(query, POST_FIELDS);
    return sendList(request, reply, wanted, await this.posts.list(this.format, caller, wanted));
  }

  @Get(':id')
  @ApiOkResponse({ type: PostView })
  get(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<PostView> {
    return this.posts.get(this.format, caller, id);
  }

  @Post()
  @ApiForm(
    {
      '{collection}[]': files('At most 20; all or none are kept.'),
      'titles[]': texts('In the order of the files, like all that follow; default: the name of the file.'),
      'descriptions[]': texts('At most 2200 characters.'),
      'scheduled_for[]': texts('As in reschedule; empty: no time.'),
      'posters[]': files('Pictures for the list.'),
    },
    ['{collection}[]'],
  )
  @ApiBody({ type: LibraryPicks })
  @ApiForbidden('subscription', 'library')
  @ApiConflict('conflict: the quota changed meanwhile.')
  @ApiExtraModels(RemainingView, PostView)
  @ApiCreatedResponse({
    schema: {
      type: 'object',
      required: ['subscription_status', '{collection}'],
      properties: {
        subscription_status: { $ref: refToSchema(RemainingView) },
        '{collection}': { type: 'array', items: { $ref: refToSchema(PostView) } },
      },
    },
  })
  async upload(
    @CurrentUser() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<{ subscription_status: RemainingView } & Record<string, unknown>> {
    const isJson = request.headers['content-type']?.startsWith('application/json') === true;
    const fromLibrary = isJson && this.format.list.library;
    const items = fromLibrary
      ? await this.picks.accept(this.format, caller, request.body)
      : await this.uploads.accept(this.format, caller, request);
    return { subscription_status: await this.posts.remaining(caller), [this.format.list.collection]: items };
  }

  @Put(':id')
  @ApiConflict('conflict: not pending.')
  @ApiOkResponse({ type: PostView })
  edit(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Body() change: EditPostDto,
  ): Promise<PostView> {
    return this.posts.edit(this.format, caller, id, change);
  }

  @Put(':id/reschedule')
  @ApiConflict('conflict: not pending.')
  @ApiOkResponse({ type: PostView })
  reschedule(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Body() { scheduled_for }: RescheduleDto,
  ): Promise<PostView> {
    return this.posts.reschedule(this.format, caller, id, scheduled_for);
  }

  @Post(':id/retry')
  @HttpCode(200)
  @ApiConflict('conflict: not failed, or the file was removed.')
  @ApiInvalid('task_quota_exceeded')
  @ApiOkResponse({ type: PostView })
  retry(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Body() choice?: RetryDto,
  ): Promise<PostView> {
    return choice?.unscheduled
      ? this.posts.unschedule(this.format, caller, id)
      : this.posts.retry(this.format, caller, id);
  }

  @Post(':id/dismiss')
  @HttpCode(200)
  @ApiConflict('conflict: not failed.')
  @ApiOkResponse({ type: PostView })
  dismiss(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<PostView> {
    return this.posts.dismiss(this.format, caller, id);
  }

  @Put(':id/file')
  @ApiForm({ file: FILE, poster: FILE }, ['file'])
  @ApiConflict('conflict: not failed, or changed meanwhile.')
  @ApiInvalid('validation_failed, task_quota_exceeded, storage_quota_exceeded')
  @ApiOkResponse({ type: PostView })
  replaceFile(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PostView> {
    return this.replacements.accept(this.format, caller, id, request);
  }

  @Delete(':id')
  @ApiConflict('conflict: not pending.')
  @ApiOkResponse({ type: PostView })
  delete(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<PostView> {
    return this.posts.delete(this.format, caller, id);
  }
}
