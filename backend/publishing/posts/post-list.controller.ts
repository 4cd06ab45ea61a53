import { Body, Get, Inject, Injectable, Param, Post, Put, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiConflict } from '../../common/api-docs/api-refusals';
import { CurrentUser, type Caller } from '../../common/http/caller.decorator';
import { IdPipe } from '../../common/http/id.pipe';
import { ListOf, ListParams } from '../../common/lists/list.decorator';
import type { ListRequest, Page } from '../../common/lists/lists';
import { Repeatable } from '../../keyed-calls/repeatable.decorator';
import { RemainingView } from '../../subscriptions/subscription.view';
import { ApiUpload } from './api-upload';
import type { PostFormat } from '../formats/formats';
import { NewPosts } from '../new-posts/new-posts';
import { EditPostDto } from './post.dto';
import { PostEdits } from '../edits/post-edits.service';
import { PostView } from './post.view';
import { PostsController } from './posts.controller';
import { POST_FIELDS } from './posts.repository';

/** The calls of a list. A subclass only supplies the path and the format of uploads. */
@Injectable()
export abstract class PostListController extends PostsController {
  abstract override readonly format: PostFormat;

  @Inject() private readonly newPosts: NewPosts;
  @Inject() private readonly edits: PostEdits;

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

  @Post()
  @Repeatable()
  @ApiOperation({
    operationId: 'upload{Posts}',
    summary: 'Upload {posts}',
    description: 'All files are kept or none. Each becomes a pending post on each account.',
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
    return this.edits.edit(this.format, caller, id, change);
  }
}
