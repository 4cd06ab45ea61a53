import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Activity, type Actor } from '../activity/activity';
import { By } from '../activity/actor.decorator';
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
import { ChangePlanDto, PlanDto } from '../subscriptions/plan.dto';
import { PLAN_FIELDS, PlansService } from '../subscriptions/plans.service';
import { PlanView, viewPlan } from '../subscriptions/subscription.view';

@ApiTags('admin')
@ApiBearerAuth()
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/plans')
export class AdminPlansController {
  constructor(
    private readonly plans: PlansService,
    private readonly activity: Activity,
  ) {}

  @Get()
  @ApiList(PlanView, PLAN_FIELDS)
  async list(
    @Query() query: ListQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const wanted = readListRequest(query, PLAN_FIELDS);
    return sendList(request, reply, wanted, await this.plans.list(wanted));
  }

  @Get(':id')
  @ApiOkResponse({ type: PlanView })
  async get(@Param('id', IdPipe) id: number): Promise<PlanView> {
    return viewPlan(await this.plans.get(id));
  }

  @Post()
  @ApiCreatedResponse({ type: PlanView })
  async create(@Body() plan: PlanDto, @By() by: Actor): Promise<PlanView> {
    const made = await this.plans.create(plan);
    await this.activity.note(by, { action: 'plan_added', account: null, target: `plan:${made.id}` });
    return made;
  }

  @Put(':id')
  @ApiOkResponse({ type: PlanView })
  update(@Param('id', IdPipe) id: number, @Body() plan: ChangePlanDto, @By() by: Actor): Promise<PlanView> {
    const deed = { action: 'plan_changed', account: null, target: `plan:${id}` } as const;
    return this.plans.update(id, plan, this.activity.noting(by, deed));
  }

  @Delete(':id')
  @ApiConflict('conflict: a subscription names the plan.')
  @ApiOkResponse({ type: PlanView })
  delete(@Param('id', IdPipe) id: number, @By() by: Actor): Promise<PlanView> {
    const deed = { action: 'plan_deleted', account: null, target: `plan:${id}` } as const;
    return this.plans.delete(id, this.activity.noting(by, deed));
  }
}
