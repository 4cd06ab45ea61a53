import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiForbidden } from '../common/api-docs/api-refusals';
import { AdminGuard } from '../common/http/admin.guard';
import { IdPipe } from '../common/http/id.pipe';
import { ListOf, ListParams } from '../common/lists/list.decorator';
import type { ListRequest, Page } from '../common/lists/lists';
import { ADMIN_PUBLICATION_FIELDS, AdminPublicationsService } from './admin-publications.service';
import { AdminPublicationView } from './admin.view';

@ApiTags('Administration')
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/publications')
export class AdminPublicationsController {
  constructor(private readonly publications: AdminPublicationsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listPublications',
    summary: 'List the publish log',
    description: 'Each step of each publication, the latest first.',
  })
  @ListOf(AdminPublicationView, ADMIN_PUBLICATION_FIELDS)
  list(@ListParams() wanted: ListRequest): Promise<Page<AdminPublicationView>> {
    return this.publications.list(wanted);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getPublication',
    summary: 'Get a line of the publish log',
    description: 'One step by its id.',
  })
  @ApiOkResponse({ type: AdminPublicationView })
  get(@Param('id', IdPipe) id: number): Promise<AdminPublicationView> {
    return this.publications.get(id);
  }
}
