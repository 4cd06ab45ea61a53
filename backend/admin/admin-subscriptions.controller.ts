import { Body, Controller, Get, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiConflict, ApiForbidden } from '../common/api-docs/api-refusals';
import type { Actor } from '../activity/activity';
import { CurrentActor } from '../activity/actor.decorator';
import { AdminGuard } from '../common/http/admin.guard';
import { IdPipe } from '../common/http/id.pipe';
import { ListOf, ListParams } from '../common/lists/list.decorator';
import type { ListRequest, Page } from '../common/lists/lists';
import { Repeatable } from '../keyed-calls/repeatable.decorator';
import { ChangeSubscriptionDto, GrantDto } from './admin.dto';
import { ADMIN_SUBSCRIPTION_FIELDS, AdminSubscriptionsService } from './admin-subscriptions.service';
import { AdminSubscriptionView } from './admin.view';

@ApiTags('Administration')
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/subscriptions')
export class AdminSubscriptionsController {
  constructor(private readonly subscriptions: AdminSubscriptionsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listSubscriptions',
    summary: 'List subscriptions',
    description: 'Of all users, those that were ended too.',
  })
  @ListOf(AdminSubscriptionView, ADMIN_SUBSCRIPTION_FIELDS)
  list(@ListParams() wanted: ListRequest): Promise<Page<AdminSubscriptionView>> {
    return this.subscriptions.list(wanted);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getSubscription',
    summary: 'Get a subscription',
    description: 'One subscription by its id.',
  })
  @ApiOkResponse({ type: AdminSubscriptionView })
  get(@Param('id', IdPipe) id: number): Promise<AdminSubscriptionView> {
    return this.subscriptions.get(id);
  }

  @Post()
  @Repeatable()
  @ApiOperation({
    operationId: 'grantSubscription',
    summary: 'Give a user a plan',
    description: 'Starts now unless `starts_at` says otherwise, and lasts as long as the plan says.',
  })
  @ApiCreatedResponse({ type: AdminSubscriptionView })
  grant(@Body() grant: GrantDto, @CurrentActor() by: Actor): Promise<AdminSubscriptionView> {
    return this.subscriptions.grant(grant, by);
  }

  @Put(':id')
  @ApiOperation({
    operationId: 'changeSubscription',
    summary: 'Extend, shorten or end a subscription',
    description: 'A new `expires_at`, or an end now.',
  })
  @ApiConflict('This subscription was ended. Give the user a new one.')
  @ApiOkResponse({ type: AdminSubscriptionView })
  change(
    @Param('id', IdPipe) id: number,
    @Body() change: ChangeSubscriptionDto,
    @CurrentActor() by: Actor,
  ): Promise<AdminSubscriptionView> {
    return this.subscriptions.change(id, change, by);
  }
}
