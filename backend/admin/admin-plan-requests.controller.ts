import { Controller, Delete, Get, Param, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiConflict, ApiForbidden } from '../common/api-docs/api-refusals';
import { Activity, type Actor } from '../activity/activity';
import { CurrentActor } from '../activity/actor.decorator';
import { AdminGuard } from '../common/http/admin.guard';
import { IdPipe } from '../common/http/id.pipe';
import { ListOf, ListParams } from '../common/lists/list.decorator';
import type { ListRequest, Page } from '../common/lists/lists';
import { PlanRequestView } from '../subscriptions/plan-request.view';
import { PLAN_REQUEST_FIELDS, PlanRequestsService } from '../subscriptions/plan-requests.service';
import { AdminPlanRequestView } from './admin.view';

@ApiTags('Administration')
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/plan-requests')
export class AdminPlanRequestsController {
  constructor(
    private readonly requests: PlanRequestsService,
    private readonly activity: Activity,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listPlanRequests',
    summary: 'List requests for a plan',
    description: 'Open ones and answered ones, the latest first.',
  })
  @ListOf(AdminPlanRequestView, PLAN_REQUEST_FIELDS)
  list(@ListParams() wanted: ListRequest): Promise<Page<AdminPlanRequestView>> {
    return this.requests.list(wanted);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'declinePlanRequest',
    summary: 'Decline a request',
    description: 'It stays in the list. The user may ask again.',
  })
  @ApiConflict('Only an open request can be declined; this one is declined.')
  @ApiOkResponse({ type: PlanRequestView })
  decline(@Param('id', IdPipe) id: number, @CurrentActor() by: Actor): Promise<PlanRequestView> {
    const deed = { action: 'plan_request_declined', account: null, target: `plan_request:${id}` } as const;
    return this.requests.decline(id, this.activity.noting(by, deed));
  }
}
