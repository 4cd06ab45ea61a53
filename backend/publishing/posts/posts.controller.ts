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
import { ApiConflict, ApiForbidden, ApiInvalid, QUOTA_EXCEEDED } from '../../common/api-docs/api-refusals';
import { ApiForm, FILE } from '../../common/api-docs/api-forms';
import { CurrentUser, type Caller } from '../../common/http/caller.decorator';
import { IdPipe } from '../../common/http/id.pipe';
import { Repeatable } from '../../keyed-calls/repeatable.decorator';
import { ActiveSubscriptionGuard } from '../../subscriptions/active-subscription.guard';
import {
  COMMENTED_ACCOUNT_REMOVED,
  FirstCommentRetries,
} from '../first-comments/first-comment-retries.service';
import type { PostFormat } from '../formats/formats';
import { RescheduleDto, RetryDto } from './post.dto';
import { PostView } from './post.view';
import { ACCOUNT_REMOVED, PostsService } from './posts.service';
import { ReplacementsService } from '../new-posts/replacements.service';
import { RescheduledPostView } from '../warnings/warning.view';

/** The calls for one post, in each list and for the posts of all lists. */
@Injectable()
@ApiForbidden('subscription')
@UseGuards(ActiveSubscriptionGuard)
export abstract class PostsController {
  /** Of the list; null: of any. */
  abstract readonly format: PostFormat | null;

  @Inject() protected readonly posts: PostsService;
  @Inject() private readonly replacements: ReplacementsService;
  @Inject() private readonly comments: FirstCommentRetries;

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

  @Put(':id/reschedule')
  @ApiOperation({
    operationId: 'reschedule{Post}',
    summary: 'Give it another time',
    description:
      '"now" is the current minute. Null takes the time away: its turn then comes by the posting frequency. ' +
      '`warnings` says what may not be meant.',
  })
  @ApiConflict('Only a pending item can be rescheduled; this one is published.')
  @ApiOkResponse({ type: RescheduledPostView })
  reschedule(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Body() wanted: RescheduleDto,
  ): Promise<RescheduledPostView> {
    return this.posts.reschedule(this.format, caller, id, wanted);
  }

  @Post(':id/retry')
  @Repeatable()
  @ApiOperation({
    operationId: 'retry{Post}',
    summary: 'Try a failed one again',
    description:
      'At its own time if that is still to come, else as soon as possible. One that could not be confirmed is looked for on the network first, and sent only if it is not there.',
  })
  @HttpCode(200)
  @ApiConflict(
    'Only a failed item can be retried; this one is pending.',
    'The file of this item was removed. Replace it with another one.',
    ACCOUNT_REMOVED,
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
  @Repeatable()
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

  @Post(':id/first-comment')
  @Repeatable()
  @ApiOperation({
    operationId: 'retryFirstCommentOf{Post}',
    summary: 'Try a failed first comment again',
    description: 'The post itself stays as it is.',
  })
  @HttpCode(200)
  @ApiConflict(
    'Only a failed first comment can be tried again; this one is posted.',
    COMMENTED_ACCOUNT_REMOVED,
  )
  @ApiOkResponse({ type: PostView })
  retryFirstComment(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<PostView> {
    return this.comments.retry(this.format, caller, id);
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
    ACCOUNT_REMOVED,
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
