import { Controller, Delete, Get, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Activity, type Actor } from '../activity/activity';
import { By } from '../activity/actor.decorator';
import { AdminGuard } from '../common/admin.guard';
import { IdPipe } from '../common/id.pipe';
import { readListRequest, type ListQuery } from '../common/lists';
import { ApiBearerAuth, ApiConflict, ApiForbidden, ApiList, ApiOkResponse, ApiTags } from '../common/openapi';
import { sendList } from '../common/list-response';
import { PlanRequestView } from '../subscriptions/plan-request.view';
import { PLAN_REQUEST_FIELDS, PlanRequestsService } from '../subscriptions/plan-requests.service';
import { AdminPlanRequestView } from './admin.view';

@ApiTags('admin')
@ApiBearerAuth()
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/plan-requests')
export class AdminPlanRequestsController {
  constructor(
    private readonly requests: PlanRequestsService,
    private readonly activity: Activity,
  ) {}

  @Get()
  @ApiList(AdminPlanRequestView, PLAN_REQUEST_FIELDS)
  async list(
    @Query() query: ListQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const wanted = readListRequest(query, PLAN_REQUEST_FIELDS);
    return sendList(request, reply, wanted, await this.requests.list(wanted));
  }

  /** Declines it; it stays in the list. */
  @Delete(':id')
  @ApiConflict('conflict: not open.')
  @ApiOkResponse({ type: PlanRequestView })
  decline(@Param('id', IdPipe) id: number, @By() by: Actor): Promise<PlanRequestView> {
    const deed = { action: 'plan_request_declined', account: null, target: `plan_request:${id}` } as const;
    return this.requests.decline(id, this.activity.noting(by, deed));
  }
}
