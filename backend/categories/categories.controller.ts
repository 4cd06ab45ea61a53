import { Body, Controller, Delete, Get, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiForbidden } from '../common/api-docs/api-refusals';
import { Activity, type Actor } from '../activity/activity';
import { CurrentActor } from '../activity/actor.decorator';
import { IdPipe } from '../common/http/id.pipe';
import { ListOf, ListParams } from '../common/lists/list.decorator';
import type { ListRequest, Page } from '../common/lists/lists';
import { Repeatable } from '../keyed-calls/repeatable.decorator';
import { CATEGORY_FIELDS, CategoriesService } from './categories.service';
import { CategoryAdminGuard } from './category-admin.guard';
import { CategoryDto, ChangeCategoryDto } from './category.dto';
import { CategoryView } from './category.view';

/** Every signed-in user may read them, to choose from them; only administrators change them. */
@ApiTags('Categories')
@Controller('categories')
export class CategoriesController {
  constructor(
    private readonly categories: CategoriesService,
    private readonly activity: Activity,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listCategories',
    summary: 'List categories',
    description: 'For all who are signed in, so that they can choose from them.',
  })
  @ListOf(CategoryView, CATEGORY_FIELDS, { whole: true })
  list(@ListParams() wanted: ListRequest): Promise<Page<CategoryView>> {
    return this.categories.list(wanted);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getCategory',
    summary: 'Get a category',
    description: 'One category by its id.',
  })
  @ApiOkResponse({ type: CategoryView })
  get(@Param('id', IdPipe) id: number): Promise<CategoryView> {
    return this.categories.get(id);
  }

  @Post()
  @Repeatable()
  @ApiOperation({
    operationId: 'createCategory',
    summary: 'Create a category',
    description: 'It can be chosen at once unless `is_active` is false.',
  })
  @UseGuards(CategoryAdminGuard)
  @ApiForbidden('category-admin')
  @ApiCreatedResponse({ type: CategoryView })
  create(@Body() category: CategoryDto, @CurrentActor() by: Actor): Promise<CategoryView> {
    const deed = { action: 'category_added', account: null } as const;
    return this.categories.create(category, this.activity.notingNew(by, deed, 'category'));
  }

  @Put(':id')
  @ApiOperation({
    operationId: 'updateCategory',
    summary: 'Change a category',
    description: 'What is absent stays.',
  })
  @UseGuards(CategoryAdminGuard)
  @ApiForbidden('category-admin')
  @ApiOkResponse({ type: CategoryView })
  update(
    @Param('id', IdPipe) id: number,
    @Body() category: ChangeCategoryDto,
    @CurrentActor() by: Actor,
  ): Promise<CategoryView> {
    const deed = { action: 'category_changed', account: null, target: `category:${id}` } as const;
    return this.categories.update(id, category, this.activity.noting(by, deed));
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deleteCategory',
    summary: 'Delete a category',
    description: 'Its videos stay in the library, without a category.',
  })
  @UseGuards(CategoryAdminGuard)
  @ApiForbidden('category-admin')
  @ApiOkResponse({ type: CategoryView })
  delete(@Param('id', IdPipe) id: number, @CurrentActor() by: Actor): Promise<CategoryView> {
    const deed = { action: 'category_deleted', account: null, target: `category:${id}` } as const;
    return this.categories.delete(id, this.activity.noting(by, deed));
  }
}
