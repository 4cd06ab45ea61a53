import { Controller, Get, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminGuard } from '../common/admin.guard';
import { IdPipe } from '../common/id.pipe';
import { readListRequest, type ListQuery } from '../common/lists';
import { ApiBearerAuth, ApiForbidden, ApiList, ApiOkResponse, ApiTags } from '../common/openapi';
import { sendList } from '../common/list-response';
import { ADMIN_PUBLICATION_FIELDS, AdminPublicationsService } from './admin-publications.service';
import { AdminPublicationView } from './admin.view';

@ApiTags('admin')
@ApiBearerAuth()
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/publications')
export class AdminPublicationsController {
  constructor(private readonly publications: AdminPublicationsService) {}

  @Get()
  @ApiList(AdminPublicationView, ADMIN_PUBLICATION_FIELDS)
  async list(
    @Query() query: ListQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const wanted = readListRequest(query, ADMIN_PUBLICATION_FIELDS);
    return sendList(request, reply, wanted, await this.publications.list(wanted));
  }

  @Get(':id')
  @ApiOkResponse({ type: AdminPublicationView })
  get(@Param('id', IdPipe) id: number): Promise<Record<string, unknown>> {
    return this.publications.get(id);
  }
}
