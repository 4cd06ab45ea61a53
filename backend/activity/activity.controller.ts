import { Controller, Get, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminGuard } from '../common/admin.guard';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { readListRequest, type ListQuery } from '../common/lists';
import { ApiBearerAuth, ApiForbidden, ApiList, ApiTags } from '../common/openapi';
import { sendList } from '../common/list-response';
import { Activity, ACTIVITY_FIELDS } from './activity';
import { ActivityView } from './activity.view';

/** What happened in one's own account. */
@ApiTags('user')
@ApiBearerAuth()
@Controller('activity')
export class ActivityController {
  constructor(private readonly activity: Activity) {}

  @Get()
  @ApiList(ActivityView, ACTIVITY_FIELDS)
  async list(
    @CurrentUser() caller: Caller,
    @Query() query: ListQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const wanted = readListRequest(query, ACTIVITY_FIELDS);
    return sendList(request, reply, wanted, await this.activity.listOwn(caller.id, wanted));
  }
}

@ApiTags('admin')
@ApiBearerAuth()
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/activity')
export class AdminActivityController {
  constructor(private readonly activity: Activity) {}

  @Get()
  @ApiList(ActivityView, ACTIVITY_FIELDS)
  async list(
    @Query() query: ListQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const wanted = readListRequest(query, ACTIVITY_FIELDS);
    return sendList(request, reply, wanted, await this.activity.listAll(wanted));
  }
}
