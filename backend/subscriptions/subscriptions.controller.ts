import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { sendList } from '../common/list-response';
import { readListRequest, type ListQuery } from '../common/lists';
import {
  ApiBearerAuth,
  ApiExtraModels,
  ApiList,
  ApiOkResponse,
  ApiTags,
  refToSchema,
} from '../common/openapi';
import { Public } from '../common/public.decorator';
import { PLAN_FIELDS, PlansService } from './plans.service';
import { SubscriptionsService } from './subscriptions.service';
import { NoSubscriptionView, PlanView, SubscriptionView } from './subscription.view';

@ApiTags('subscriptions')
@Controller()
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly plans: PlansService,
  ) {}

  @Get('user/subscription')
  @ApiBearerAuth()
  @ApiExtraModels(SubscriptionView, NoSubscriptionView)
  @ApiOkResponse({
    schema: { oneOf: [{ $ref: refToSchema(SubscriptionView) }, { $ref: refToSchema(NoSubscriptionView) }] },
  })
  ofCaller(@CurrentUser() caller: Caller): Promise<SubscriptionView | { status: 'no_subscription' }> {
    return this.subscriptions.ofUser(caller.id);
  }

  @Public()
  @Get('plans')
  @ApiList(PlanView, PLAN_FIELDS, { whole: true })
  async list(
    @Query() query: ListQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const wanted = readListRequest(query, PLAN_FIELDS, { whole: true });
    return sendList(request, reply, wanted, await this.plans.list(wanted));
  }
}
