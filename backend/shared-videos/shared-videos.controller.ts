import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
import { sendList } from '../common/send-list';
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
  upload(@CurrentUser() caller: Caller, @Req() request: FastifyRequest): Promise<SharedVideoView> {
    return this.uploads.accept(caller, request);
  }

  @UseGuards(AdminGuard)
  @ApiForbidden('admin')
  @Put(':id/category')
  @ApiOkResponse({ type: SharedVideoView })
  setCategory(
    @Param('id', IdPipe) id: number,
    @Body() { category_id }: CategoryOfVideoDto,
  ): Promise<SharedVideoView> {
    return this.sharedVideos.setCategory(id, category_id);
  }

  @UseGuards(AdminGuard)
  @ApiForbidden('admin')
  @Delete(':id')
  @ApiOkResponse({ type: SharedVideoView })
  delete(@Param('id', IdPipe) id: number): Promise<SharedVideoView> {
    return this.sharedVideos.delete(id);
  }
}

function readCategory(value: unknown): number {
  if (typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value)) return Number(value);
  throw invalid({ category_id: ['category_id must be the id of a category.'] });
}
