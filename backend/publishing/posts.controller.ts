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
  Req,
  UseGuards,
} from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiConflict, ApiForbidden, ApiInvalid, QUOTA_EXCEEDED } from '../common/api-refusals';
import { ApiForm, FILE } from '../common/api-forms';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { IdPipe } from '../common/id.pipe';
import { ListOf, ListParams } from '../common/list.decorator';
import type { ListRequest, Page } from '../common/lists';
import { ActiveSubscriptionGuard } from '../subscriptions/active-subscription.guard';
import { RemainingView } from '../subscriptions/subscription.view';
import { ApiUpload } from './api-upload';
import type { PostFormat } from './formats/formats';
import { NewPosts } from './new-posts';
import { EditPostDto, RescheduleDto, RetryDto } from './post.dto';
import { PostView } from './post.view';
import { POST_FIELDS } from './posts.repository';
import { PostsService } from './posts.service';
import { ReplacementsService } from './replacements.service';

/** The calls of a list. A subclass only supplies the path and the format of uploads. */
@Injectable()
@ApiForbidden('subscription')
@UseGuards(ActiveSubscriptionGuard)
export abstract class PostsController {
  abstract readonly format: PostFormat;

  @Inject() private readonly posts: PostsService;
  @Inject() private readonly newPosts: NewPosts;
  @Inject() private readonly replacements: ReplacementsService;

  @Get()
  @ApiOperation({
    operationId: 'list{Posts}',
    summary: 'List {posts}',
    description: 'Those of the caller, the latest first. Only `GET` of one of them has its `attempts`.',
  })
  @ListOf(PostView, POST_FIELDS)
  list(@CurrentUser() caller: Caller, @ListParams() wanted: ListRequest): Promise<Page<PostView>> {
    return this.posts.list(this.format, caller, wanted);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'get{Post}',
    summary: 'Get one of the {posts}',
    description: 'With the steps of its publication.',
  })
  @ApiOkResponse({ type: PostView })
  get(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<PostView> {
    return this.posts.get(this.format, caller, id);
  }

  @Post()
  @ApiOperation({
    operationId: 'upload{Posts}',
    summary: 'Upload {posts}',
    description: 'All files are kept or none. Each becomes a pending post.',
  })
  @ApiUpload()
  upload(
    @CurrentUser() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<{ subscription_status: RemainingView } & Record<string, unknown>> {
    return this.newPosts.accept(this.format, caller, request);
  }

  @Put(':id')
  @ApiOperation({
    operationId: 'edit{Post}',
    summary: 'Change title and description',
    description: 'Of a pending one; what is absent stays.',
  })
  @ApiConflict('Only a pending item can be edited; this one is published.')
  @ApiOkResponse({ type: PostView })
  edit(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Body() change: EditPostDto,
  ): Promise<PostView> {
    return this.posts.edit(this.format, caller, id, change);
  }

  @Put(':id/reschedule')
  @ApiOperation({
    operationId: 'reschedule{Post}',
    summary: 'Give it another time',
    description: 'Null takes the time away: its turn then comes by the posting frequency.',
  })
  @ApiConflict('Only a pending item can be rescheduled; this one is published.')
  @ApiOkResponse({ type: PostView })
  reschedule(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Body() { scheduled_for }: RescheduleDto,
  ): Promise<PostView> {
    return this.posts.reschedule(this.format, caller, id, scheduled_for);
  }

  @Post(':id/retry')
  @ApiOperation({
    operationId: 'retry{Post}',
    summary: 'Try a failed one again',
    description: 'At its own time if that is still to come, else as soon as possible.',
  })
  @HttpCode(200)
  @ApiConflict(
    'Only a failed item can be retried; this one is pending.',
    'The file of this item was removed. Replace it with another one.',
  )
  @ApiInvalid(...QUOTA_EXCEEDED.slice(0, 1))
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
  @ApiOperation({
    operationId: 'dismiss{Post}',
    summary: 'Dismiss a failure',
    description: 'It leaves the home screen and stays in the list.',
  })
  @HttpCode(200)
  @ApiConflict('Only a failed item can be dismissed; this one is pending.')
  @ApiOkResponse({ type: PostView })
  dismiss(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<PostView> {
    return this.posts.dismiss(this.format, caller, id);
  }

  @Put(':id/file')
  @ApiOperation({
    operationId: 'replaceFileOf{Post}',
    summary: 'Replace the file of a failed one',
    description: 'The new file is judged like an upload; the post is then pending again.',
  })
  @ApiForm({ file: FILE, poster: FILE }, ['file'])
  @ApiConflict(
    'Only the file of a failed item can be replaced; this one is pending.',
    'This item changed just now. Reload and try again.',
  )
  @ApiOkResponse({ type: PostView })
  replaceFile(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PostView> {
    return this.replacements.accept(this.format, caller, id, request);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'delete{Post}',
    summary: 'Delete a pending one',
    description: 'With its file. Answers what was deleted.',
  })
  @ApiConflict('Only a pending item can be deleted; this one is published.')
  @ApiOkResponse({ type: PostView })
  delete(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<PostView> {
    return this.posts.delete(this.format, caller, id);
  }
}
