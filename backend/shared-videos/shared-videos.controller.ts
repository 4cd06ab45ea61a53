import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, UseGuards } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiForbidden } from '../common/api-docs/api-refusals';
import { ApiForm, FILE } from '../common/api-docs/api-forms';
import { Activity, type Actor } from '../activity/activity';
import { CurrentActor } from '../activity/actor.decorator';
import { AdminGuard } from '../common/http/admin.guard';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { invalid } from '../common/errors/errors';
import { IdPipe } from '../common/http/id.pipe';
import { ListOf, ListParams } from '../common/lists/list.decorator';
import type { ListRequest, Page } from '../common/lists/lists';
import { Repeatable } from '../keyed-calls/repeatable.decorator';
import { LibraryGuard } from './library.guard';
import { SharedUploadsService } from './shared-uploads.service';
import { CategoryOfVideoDto, SharedMediumDto } from './shared-video.dto';
import { SharedVideoView } from './shared-video.view';
import { SHARED_VIDEO_FIELDS, SharedVideosService } from './shared-videos.service';

@ApiTags('Shared library')
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
  @ApiOperation({
    operationId: 'listSharedVideos',
    summary: 'List shared videos',
    description: 'The latest first.',
  })
  @ListOf(SharedVideoView, SHARED_VIDEO_FIELDS, { whole: true })
  @ApiQuery({
    name: 'category_id',
    required: false,
    schema: { type: 'integer', minimum: 1, example: 3 },
    description: 'Only those of this category.',
  })
  list(
    @ListParams() wanted: ListRequest,
    @Query('category_id') category?: unknown,
  ): Promise<Page<SharedVideoView>> {
    return this.sharedVideos.list(inCategory(wanted, category));
  }

  @UseGuards(LibraryGuard)
  @ApiForbidden('library')
  @Get(':id')
  @ApiOperation({
    operationId: 'getSharedVideo',
    summary: 'Get a shared video',
    description: 'One shared video by its id.',
  })
  @ApiOkResponse({ type: SharedVideoView })
  get(@Param('id', IdPipe) id: number): Promise<SharedVideoView> {
    return this.sharedVideos.get(id);
  }

  @UseGuards(AdminGuard)
  @ApiForbidden('admin')
  @Post()
  @Repeatable()
  @ApiOperation({
    operationId: 'uploadSharedVideo',
    summary: 'Add a video to the shared library',
    description: 'One file with its title, description and category.',
  })
  @ApiForm(
    {
      video: FILE,
      title: { type: 'string', maxLength: 255, example: 'Knead by hand' },
      description: { type: 'string', maxLength: 2200, example: 'Ten minutes, no machine.' },
      category_id: { type: 'integer', minimum: 1, example: 3 },
      'posters[]': { ...FILE, description: 'A picture for the list.' },
    },
    ['video'],
  )
  @ApiBody({ type: SharedMediumDto })
  @ApiCreatedResponse({ type: SharedVideoView })
  upload(
    @CurrentUser() caller: Caller,
    @Req() request: FastifyRequest,
    @CurrentActor() by: Actor,
  ): Promise<SharedVideoView> {
    const deed = { action: 'shared_video_added', account: null } as const;
    return this.uploads.accept(caller, request, this.activity.notingNew(by, deed, 'shared_video'));
  }

  @UseGuards(AdminGuard)
  @ApiForbidden('admin')
  @Put(':id/category')
  @ApiOperation({
    operationId: 'setCategoryOfSharedVideo',
    summary: 'Change the category of a shared video',
    description: 'Null takes the category away.',
  })
  @ApiOkResponse({ type: SharedVideoView })
  setCategory(
    @Param('id', IdPipe) id: number,
    @Body() { category_id }: CategoryOfVideoDto,
    @CurrentActor() by: Actor,
  ): Promise<SharedVideoView> {
    const deed = { action: 'shared_video_changed', account: null, target: `shared_video:${id}` } as const;
    return this.sharedVideos.setCategory(id, category_id, this.activity.noting(by, deed));
  }

  @UseGuards(AdminGuard)
  @ApiForbidden('admin')
  @Delete(':id')
  @ApiOperation({
    operationId: 'deleteSharedVideo',
    summary: 'Remove a video from the shared library',
    description: 'Posts that were made from it keep its file.',
  })
  @ApiOkResponse({ type: SharedVideoView })
  delete(@Param('id', IdPipe) id: number, @CurrentActor() by: Actor): Promise<SharedVideoView> {
    const deed = { action: 'shared_video_deleted', account: null, target: `shared_video:${id}` } as const;
    return this.sharedVideos.delete(id, this.activity.noting(by, deed));
  }
}

function inCategory(wanted: ListRequest, category: unknown): ListRequest {
  if (category === undefined || category === '') return wanted;
  const category_id = { kind: 'ids' as const, ids: [readCategory(category)] };
  return { ...wanted, filter: { ...wanted.filter, category_id } };
}

function readCategory(value: unknown): number {
  if (typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value)) return Number(value);
  throw invalid({ category_id: ['category_id must be the id of a category.'] });
}
