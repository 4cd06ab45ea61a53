import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { ListOf, ListParams } from '../common/lists/list.decorator';
import type { ListRequest, Page } from '../common/lists/lists';
import { Public } from '../common/http/public.decorator';
import { PLAN_FIELDS, PlansService } from './plans.service';
import { SubscriptionsService } from './subscriptions.service';
import { NoSubscriptionView, PlanView, SubscriptionView } from './subscription.view';

@ApiTags('Subscriptions')
@Controller()
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly plans: PlansService,
  ) {}

  @Get('user/subscription')
  @ApiOperation({
    operationId: 'getOwnSubscription',
    summary: "Get the caller's subscription",
    description: 'With what is used of it, or status `no_subscription`.',
  })
  @ApiExtraModels(SubscriptionView, NoSubscriptionView)
  @ApiOkResponse({
    schema: {
      oneOf: [{ $ref: getSchemaPath(SubscriptionView) }, { $ref: getSchemaPath(NoSubscriptionView) }],
    },
  })
  ofCaller(@CurrentUser() caller: Caller): Promise<SubscriptionView | { status: 'no_subscription' }> {
    return this.subscriptions.ofUser(caller.id);
  }

  @Public()
  @Get('plans')
  @ApiOperation({
    operationId: 'listPlans',
    summary: 'List plans',
    description: 'For everyone: the prices of the front page.',
  })
  @ListOf(PlanView, PLAN_FIELDS, { whole: true })
  list(@ListParams() wanted: ListRequest): Promise<Page<PlanView>> {
    return this.plans.list(wanted);
  }
}
