import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
import { sendList } from '../common/send-list';
import { CATEGORY_FIELDS, CategoriesService } from './categories.service';
import { CategoryAdminGuard } from './category-admin.guard';
import { CategoryDto } from './category.dto';
import { CategoryView } from './category.view';

/** Everybody signed in may see them, for they choose from them; only administrators change them. */
@ApiTags('categories')
@ApiBearerAuth()
@Controller('categories')
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

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
  create(@Body() category: CategoryDto): Promise<CategoryView> {
    return this.categories.create(category);
  }

  @Put(':id')
  @UseGuards(CategoryAdminGuard)
  @ApiForbidden('admin')
  @ApiOkResponse({ type: CategoryView })
  update(@Param('id', IdPipe) id: number, @Body() category: CategoryDto): Promise<CategoryView> {
    return this.categories.update(id, category);
  }

  @Delete(':id')
  @UseGuards(CategoryAdminGuard)
  @ApiForbidden('admin')
  @ApiOkResponse({ type: CategoryView })
  delete(@Param('id', IdPipe) id: number): Promise<CategoryView> {
    return this.categories.delete(id);
  }
}
