import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Activity, type Actor } from '../activity/activity';
import { By } from '../activity/actor.decorator';
import { AdminGuard } from '../common/admin.guard';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { invalid } from '../common/errors';
import { IdPipe } from '../common/id.pipe';
import { readListRequest, type ListQuery } from '../common/lists';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiForbidden,
  ApiForm,
  ApiList,
  ApiOkResponse,
  ApiQuery,
  ApiTags,
  FILE,
} from '../common/openapi';
import { sendList } from '../common/list-response';
import { LibraryGuard } from './library.guard';
import { SharedUploadsService } from './shared-uploads.service';
import { CategoryOfVideoDto } from './shared-video.dto';
import { SharedVideoView } from './shared-video.view';
import { SHARED_VIDEO_FIELDS, SharedVideosService } from './shared-videos.service';

@ApiTags('shared videos')
@ApiBearerAuth()
@Controller('shared-videos')
export class SharedVideosController {
  constructor(
    private readonly sharedVideos: SharedVideosService,
    private readonly uploads: SharedUploadsService,
    private readonly activity: Activity,
  ) {}

  @UseGuards(LibraryGuard)
  @ApiForbidden('library')
  @Get()
  @ApiList(SharedVideoView, SHARED_VIDEO_FIELDS, { whole: true })
  @ApiQuery({ name: 'category_id', required: false, schema: { type: 'integer' } })
  async list(
    @Query() query: ListQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const { category_id, ...rest } = query;
    const wanted = readListRequest(rest, SHARED_VIDEO_FIELDS, { whole: true });
    if (category_id !== undefined && category_id !== '')
      wanted.filter.category_id = { kind: 'ids', ids: [readCategory(category_id)] };
    return sendList(request, reply, wanted, await this.sharedVideos.list(wanted));
  }

  @UseGuards(LibraryGuard)
  @ApiForbidden('library')
  @Get(':id')
  @ApiOkResponse({ type: SharedVideoView })
  get(@Param('id', IdPipe) id: number): Promise<SharedVideoView> {
    return this.sharedVideos.get(id);
  }

  @UseGuards(AdminGuard)
  @ApiForbidden('admin')
  @Post()
  @ApiForm(
    {
      video: FILE,
      title: { type: 'string', maxLength: 255 },
      description: { type: 'string', maxLength: 2200 },
      category_id: { type: 'integer' },
      'posters[]': { ...FILE, description: 'A picture for the list.' },
    },
    ['video'],
  )
  @ApiCreatedResponse({ type: SharedVideoView })
  async upload(
    @CurrentUser() caller: Caller,
    @Req() request: FastifyRequest,
    @By() by: Actor,
  ): Promise<SharedVideoView> {
    const video = await this.uploads.accept(caller, request);
    await this.activity.note(by, {
      action: 'shared_video_added',
      account: null,
      target: `shared_video:${video.id}`,
    });
    return video;
  }

  @UseGuards(AdminGuard)
  @ApiForbidden('admin')
  @Put(':id/category')
  @ApiOkResponse({ type: SharedVideoView })
  setCategory(
    @Param('id', IdPipe) id: number,
    @Body() { category_id }: CategoryOfVideoDto,
    @By() by: Actor,
  ): Promise<SharedVideoView> {
    const deed = { action: 'shared_video_changed', account: null, target: `shared_video:${id}` } as const;
    return this.sharedVideos.setCategory(id, category_id, this.activity.noting(by, deed));
  }

  @UseGuards(AdminGuard)
  @ApiForbidden('admin')
  @Delete(':id')
  @ApiOkResponse({ type: SharedVideoView })
  delete(@Param('id', IdPipe) id: number, @By() by: Actor): Promise<SharedVideoView> {
    const deed = { action: 'shared_video_deleted', account: null, target: `shared_video:${id}` } as const;
    return this.sharedVideos.delete(id, this.activity.noting(by, deed));
  }
}

function readCategory(value: unknown): number {
  if (typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value)) return Number(value);
  throw invalid({ category_id: ['category_id must be the id of a category.'] });
}
