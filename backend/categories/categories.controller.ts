import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Activity, type Actor } from '../activity/activity';
import { By } from '../activity/actor.decorator';
import { IdPipe } from '../common/id.pipe';
import { readListRequest, type ListQuery } from '../common/lists';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiForbidden,
  ApiList,
  ApiOkResponse,
  ApiTags,
} from '../common/openapi';
import { sendList } from '../common/list-response';
import { CATEGORY_FIELDS, CategoriesService } from './categories.service';
import { CategoryAdminGuard } from './category-admin.guard';
import { CategoryDto, ChangeCategoryDto } from './category.dto';
import { CategoryView } from './category.view';

/** Everybody signed in may see them, for they choose from them; only administrators change them. */
@ApiTags('categories')
@ApiBearerAuth()
@Controller('categories')
export class CategoriesController {
  constructor(
    private readonly categories: CategoriesService,
    private readonly activity: Activity,
  ) {}

  @Get()
  @ApiList(CategoryView, CATEGORY_FIELDS, { whole: true })
  async list(
    @Query() query: ListQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const wanted = readListRequest(query, CATEGORY_FIELDS, { whole: true });
    return sendList(request, reply, wanted, await this.categories.list(wanted));
  }

  @Get(':id')
  @ApiOkResponse({ type: CategoryView })
  get(@Param('id', IdPipe) id: number): Promise<CategoryView> {
    return this.categories.get(id);
  }

  @Post()
  @UseGuards(CategoryAdminGuard)
  @ApiForbidden('admin')
  @ApiCreatedResponse({ type: CategoryView })
  async create(@Body() category: CategoryDto, @By() by: Actor): Promise<CategoryView> {
    const made = await this.categories.create(category);
    await this.activity.note(by, { action: 'category_added', account: null, target: `category:${made.id}` });
    return made;
  }

  @Put(':id')
  @UseGuards(CategoryAdminGuard)
  @ApiForbidden('admin')
  @ApiOkResponse({ type: CategoryView })
  update(
    @Param('id', IdPipe) id: number,
    @Body() category: ChangeCategoryDto,
    @By() by: Actor,
  ): Promise<CategoryView> {
    const deed = { action: 'category_changed', account: null, target: `category:${id}` } as const;
    return this.categories.update(id, category, this.activity.noting(by, deed));
  }

  @Delete(':id')
  @UseGuards(CategoryAdminGuard)
  @ApiForbidden('admin')
  @ApiOkResponse({ type: CategoryView })
  delete(@Param('id', IdPipe) id: number, @By() by: Actor): Promise<CategoryView> {
    const deed = { action: 'category_deleted', account: null, target: `category:${id}` } as const;
    return this.categories.delete(id, this.activity.noting(by, deed));
  }
}
