import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminGuard } from '../common/admin.guard';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { invalid } from '../common/errors';
import { IdPipe } from '../common/id.pipe';
import { readListRequest, type ListQuery } from '../common/lists';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiTags,
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
  @Get()
  @ApiOkResponse({ type: [SharedVideoView] })
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
  @Get(':id')
  @ApiOkResponse({ type: SharedVideoView })
  get(@Param('id', IdPipe) id: number): Promise<SharedVideoView> {
    return this.sharedVideos.get(id);
  }

  @UseGuards(AdminGuard)
  @Post()
  @ApiConsumes('multipart/form-data')
  @ApiBody({ description: 'video, title, and optionally description, category_id and posters[].' })
  @ApiCreatedResponse({ type: SharedVideoView })
  upload(@CurrentUser() caller: Caller, @Req() request: FastifyRequest): Promise<SharedVideoView> {
    return this.uploads.accept(caller, request);
  }

  @UseGuards(AdminGuard)
  @Put(':id/category')
  @ApiOkResponse({ type: SharedVideoView })
  setCategory(
    @Param('id', IdPipe) id: number,
    @Body() { category_id }: CategoryOfVideoDto,
  ): Promise<SharedVideoView> {
    return this.sharedVideos.setCategory(id, category_id);
  }

  @UseGuards(AdminGuard)
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
