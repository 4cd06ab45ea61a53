import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../activity/activity';
import { By } from '../activity/actor.decorator';
import { TwoFactors } from '../auth/two-factor/two-factors';
import { AdminGuard } from '../common/admin.guard';
import { IdPipe } from '../common/id.pipe';
import { readListRequest, type ListQuery } from '../common/lists';
import {
  ApiBearerAuth,
  ApiConflict,
  ApiCreatedResponse,
  ApiForbidden,
  ApiList,
  ApiOkResponse,
  ApiTags,
} from '../common/openapi';
import { sendList } from '../common/list-response';
import { AdminUserDto, NewUserDto } from './admin.dto';
import { ADMIN_USER_FIELDS, AdminUsersService } from './admin-users.service';
import { AdminUserView } from './admin.view';

@ApiTags('admin')
@ApiBearerAuth()
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/users')
export class AdminUsersController {
  constructor(
    private readonly users: AdminUsersService,
    private readonly twoFactors: TwoFactors,
  ) {}

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

  /** Mails the person a link to choose a password. It lives seven days. */
  @Post()
  @ApiCreatedResponse({ type: AdminUserView })
  add(@Body() person: NewUserDto, @By() by: Actor): Promise<Record<string, unknown>> {
    return this.users.add(person, by);
  }

  @Put(':id')
  @ApiConflict('conflict: the last administrator.')
  @ApiOkResponse({ type: AdminUserView })
  update(
    @Param('id', IdPipe) id: number,
    @Body() change: AdminUserDto,
    @By() by: Actor,
  ): Promise<Record<string, unknown>> {
    return this.users.update(id, change, by);
  }

  @Delete(':id')
  @ApiConflict('conflict: the last administrator, or a post of theirs is just going public.')
  @ApiOkResponse({ type: AdminUserView })
  delete(@Param('id', IdPipe) id: number, @By() by: Actor): Promise<Record<string, unknown>> {
    return this.users.delete(id, by);
  }

  /** For somebody who has lost their phone and their recovery codes; they are told by mail. */
  @Delete(':id/two-factor')
  @ApiConflict("conflict: it is off, or it is the administrator's own.")
  @ApiOkResponse({ type: AdminUserView })
  async stopTwoFactor(@Param('id', IdPipe) id: number, @By() by: Actor): Promise<Record<string, unknown>> {
    await this.twoFactors.stopFor(by, id);
    return this.users.get(id);
  }
}
