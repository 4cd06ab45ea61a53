import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiConflict, ApiForbidden, ApiInvalid, QUOTA_EXCEEDED } from '../../common/api-docs/api-refusals';
import { CurrentUser, type Caller } from '../../common/http/caller.decorator';
import { IdPipe } from '../../common/http/id.pipe';
import { ListOf, ListParams } from '../../common/lists/list.decorator';
import type { ListRequest, Page } from '../../common/lists/lists';
import { Repeatable } from '../../keyed-calls/repeatable.decorator';
import { ApiUnfinishedUpload } from '../../uploads/medium-id';
import { BulkChanges } from '../edits/bulk-changes.service';
import { ChangePostsDto, ChangedPostsView } from '../edits/bulk.dto';
import { CheckedPostsView, ComposedPostsView, ComposePostsDto } from '../composing/composed-posts.dto';
import { ComposedPosts } from '../composing/composed-posts.service';
import { ChangePostDto } from './post.dto';
import { BYTES_GONE, PostDuplicates } from '../new-posts/post-duplicates.service';
import { HAS_VIDEO, PostEdits } from '../edits/post-edits.service';
import { PostView } from './post.view';
import { PostsController } from './posts.controller';
import { ALL_POSTS_FIELDS } from './posts.repository';
import { ACCOUNT_REMOVED } from './posts.service';

/** The posts of all lists: `/posts/5` and `/videos/5` are the same one. */
@ApiTags('Posts')
@Controller('posts')
export class AllPostsController extends PostsController {
  readonly format = null;

  constructor(
    private readonly edits: PostEdits,
    private readonly duplicates: PostDuplicates,
    private readonly changes: BulkChanges,
    private readonly composed: ComposedPosts,
  ) {
    super();
  }

  @Get()
  @ApiOperation({
    operationId: 'listPosts',
    summary: 'List posts of all kinds',
    description: '`from` and `to` refer to `scheduled_for`; dates are in the time zone of the caller.',
  })
  @ListOf(PostView, ALL_POSTS_FIELDS)
  list(@CurrentUser() caller: Caller, @ListParams() wanted: ListRequest): Promise<Page<PostView>> {
    return this.posts.list(null, caller, wanted);
  }

  @Post()
  @Repeatable()
  @ApiOperation({
    operationId: 'composePosts',
    summary: 'Make a post for each target',
    description:
      'All of them or none. What a target gives overrides what is given for all; errors are named by their place, ' +
      'like `targets[1].format`. `warnings` says what may not be meant.',
  })
  @ApiBody({ type: ComposePostsDto })
  @ApiUnfinishedUpload({ error: 'conflict', message: 'Something changed just now. Try again.' })
  @ApiInvalid(...QUOTA_EXCEEDED.slice(0, 1))
  @ApiCreatedResponse({ type: ComposedPostsView })
  compose(@CurrentUser() caller: Caller, @Body() body: object): Promise<ComposedPostsView> {
    return this.composed.make(caller, body);
  }

  @Post('check')
  @Repeatable()
  @ApiOperation({
    operationId: 'checkPosts',
    summary: 'Try what making posts would say',
    description: 'The errors and warnings of the same body. Nothing is stored.',
  })
  @HttpCode(200)
  @ApiBody({ type: ComposePostsDto })
  @ApiOkResponse({ type: CheckedPostsView })
  check(@CurrentUser() caller: Caller, @Body() body: object): Promise<CheckedPostsView> {
    return this.composed.check(caller, body);
  }

  @Put(':id')
  @ApiOperation({
    operationId: 'changePost',
    summary: 'Change, hold back, release or move a post',
    description:
      'Of a pending one; what is absent stays, and null clears first comment, link and cover. Errors are named as in ' +
      'making posts. A moved post comes last on its new account.',
  })
  @ApiConflict('Only a pending item can be edited; this one is published.', HAS_VIDEO)
  @ApiOkResponse({ type: PostView })
  edit(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Body() change: ChangePostDto,
  ): Promise<PostView> {
    return this.edits.edit(null, caller, id, change);
  }

  @Post(':id/duplicate')
  @Repeatable()
  @ApiOperation({
    operationId: 'duplicatePost',
    summary: 'Make a draft like this post',
    description: 'With the same file, title, text and account, and without a time. It needs a free task.',
  })
  @ApiForbidden('subscription', 'library')
  @ApiConflict(BYTES_GONE, ACCOUNT_REMOVED)
  @ApiInvalid(...QUOTA_EXCEEDED)
  @ApiCreatedResponse({ type: PostView })
  duplicate(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<PostView> {
    return this.duplicates.duplicate(caller, id);
  }

  @Post('bulk')
  @Repeatable()
  @ApiOperation({
    operationId: 'changePosts',
    summary: 'Change many posts',
    description: 'Each on its own: those that refuse are named with their reason, and the others change.',
  })
  @HttpCode(200)
  @ApiOkResponse({ type: ChangedPostsView })
  bulk(@CurrentUser() caller: Caller, @Body() wanted: ChangePostsDto): Promise<ChangedPostsView> {
    return this.changes.run(caller, wanted);
  }
}
