import { Body, Controller, Delete, Get, Param, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminGuard } from '../common/admin.guard';
import { IdPipe } from '../common/id.pipe';
import { readListRequest, type ListQuery } from '../common/lists';
import { ApiBearerAuth, ApiConflict, ApiForbidden, ApiList, ApiOkResponse, ApiTags } from '../common/openapi';
import { sendList } from '../common/send-list';
import { AdminUserDto } from './admin.dto';
import { ADMIN_USER_FIELDS, AdminUsersService } from './admin-users.service';
import { AdminUserView } from './admin.view';

@ApiTags('admin')
@ApiBearerAuth()
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/users')
export class AdminUsersController {
  constructor(private readonly users: AdminUsersService) {}

  @Get()
  @ApiList(AdminUserView, ADMIN_USER_FIELDS)
  async list(
    @Query() query: ListQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const wanted = readListRequest(query, ADMIN_USER_FIELDS);
    return sendList(request, reply, wanted, await this.users.list(wanted));
  }

  @Get(':id')
  @ApiOkResponse({ type: AdminUserView })
  get(@Param('id', IdPipe) id: number): Promise<Record<string, unknown>> {
    return this.users.get(id);
  }

  @Put(':id')
  @ApiConflict('conflict: the last administrator.')
  @ApiOkResponse({ type: AdminUserView })
  update(@Param('id', IdPipe) id: number, @Body() change: AdminUserDto): Promise<Record<string, unknown>> {
    return this.users.update(id, change);
  }

  @Delete(':id')
  @ApiConflict('conflict: the last administrator.')
  @ApiOkResponse({ type: AdminUserView })
  delete(@Param('id', IdPipe) id: number): Promise<Record<string, unknown>> {
    return this.users.delete(id);
  }
}
