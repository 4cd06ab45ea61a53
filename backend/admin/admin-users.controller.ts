import { Body, Controller, Delete, Get, Param, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminGuard } from '../common/admin.guard';
import { IdPipe } from '../common/id.pipe';
import { readListRequest, type ListQuery } from '../common/lists';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '../common/openapi';
import { sendList } from '../common/send-list';
import { AdminUserDto } from './admin.dto';
import { ADMIN_USER_FIELDS, AdminUsersService } from './admin-users.service';

@ApiTags('admin')
@ApiBearerAuth()
@UseGuards(AdminGuard)
@Controller('admin/users')
export class AdminUsersController {
  constructor(private readonly users: AdminUsersService) {}

  @Get()
  @ApiOkResponse()
  async list(
    @Query() query: ListQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const wanted = readListRequest(query, ADMIN_USER_FIELDS);
    return sendList(request, reply, wanted, await this.users.list(wanted));
  }

  @Get(':id')
  @ApiOkResponse()
  get(@Param('id', IdPipe) id: number): Promise<Record<string, unknown>> {
    return this.users.get(id);
  }

  @Put(':id')
  @ApiOkResponse()
  update(@Param('id', IdPipe) id: number, @Body() change: AdminUserDto): Promise<Record<string, unknown>> {
    return this.users.update(id, change);
  }

  @Delete(':id')
  @ApiOkResponse()
  delete(@Param('id', IdPipe) id: number): Promise<Record<string, unknown>> {
    return this.users.delete(id);
  }
}
