import { Body, Controller, Delete, Get, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiConflict, ApiForbidden } from '../common/api-docs/api-refusals';
import { Activity, type Actor } from '../activity/activity';
import { CurrentActor } from '../activity/actor.decorator';
import { AdminGuard } from '../common/http/admin.guard';
import { IdPipe } from '../common/http/id.pipe';
import { ListOf, ListParams } from '../common/lists/list.decorator';
import type { ListRequest, Page } from '../common/lists/lists';
import { Repeatable } from '../keyed-calls/repeatable.decorator';
import { ChangePlanDto, PlanDto } from '../subscriptions/plan.dto';
import { PlanRequestsService } from '../subscriptions/plan-requests.service';
import { PLAN_FIELDS, PLAN_IN_USE, PlansService } from '../subscriptions/plans.service';
import { PlanView, viewPlan } from '../subscriptions/subscription.view';

@ApiTags('Administration')
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/plans')
export class AdminPlansController {
  constructor(
    private readonly plans: PlansService,
    private readonly requests: PlanRequestsService,
    private readonly activity: Activity,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listAllPlans',
    summary: 'List plans for administration',
    description: 'As `GET /plans`, in pages.',
  })
  @ListOf(PlanView, PLAN_FIELDS)
  list(@ListParams() wanted: ListRequest): Promise<Page<PlanView>> {
    return this.plans.list(wanted);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getPlan', summary: 'Get a plan', description: 'One plan by its id.' })
  @ApiOkResponse({ type: PlanView })
  async get(@Param('id', IdPipe) id: number): Promise<PlanView> {
    return viewPlan(await this.plans.get(id));
  }

  @Post()
  @Repeatable()
  @ApiOperation({
    operationId: 'createPlan',
    summary: 'Create a plan',
    description: 'Users can be given it at once.',
  })
  @ApiCreatedResponse({ type: PlanView })
  create(@Body() plan: PlanDto, @CurrentActor() by: Actor): Promise<PlanView> {
    const deed = { action: 'plan_added', account: null } as const;
    return this.plans.create(plan, this.activity.notingNew(by, deed, 'plan'));
  }

  @Put(':id')
  @ApiOperation({
    operationId: 'updatePlan',
    summary: 'Change a plan',
    description: 'What is absent stays. Holders of the plan get its new limits at once.',
  })
  @ApiOkResponse({ type: PlanView })
  update(
    @Param('id', IdPipe) id: number,
    @Body() plan: ChangePlanDto,
    @CurrentActor() by: Actor,
  ): Promise<PlanView> {
    const deed = { action: 'plan_changed', account: null, target: `plan:${id}` } as const;
    return this.plans.update(id, plan, this.activity.noting(by, deed));
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deletePlan',
    summary: 'Delete a plan',
    description:
      'Only if no subscription names it, not even an ended one. Open requests for it are declined.',
  })
  @ApiConflict(PLAN_IN_USE)
  @ApiOkResponse({ type: PlanView })
  delete(@Param('id', IdPipe) id: number, @CurrentActor() by: Actor): Promise<PlanView> {
    const deed = { action: 'plan_deleted', account: null, target: `plan:${id}` } as const;
    return this.requests.deletePlan(id, this.activity.noting(by, deed));
  }
}
