import { Body, Controller, Get, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../activity/activity';
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
import { ChangeSubscriptionDto, GrantDto } from './admin.dto';
import { ADMIN_SUBSCRIPTION_FIELDS, AdminSubscriptionsService } from './admin-subscriptions.service';
import { AdminSubscriptionView } from './admin.view';

@ApiTags('admin')
@ApiBearerAuth()
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/subscriptions')
export class AdminSubscriptionsController {
  constructor(private readonly subscriptions: AdminSubscriptionsService) {}

  @Get()
  @ApiList(AdminSubscriptionView, ADMIN_SUBSCRIPTION_FIELDS)
  async list(
    @Query() query: ListQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const wanted = readListRequest(query, ADMIN_SUBSCRIPTION_FIELDS);
    return sendList(request, reply, wanted, await this.subscriptions.list(wanted));
  }

  @Get(':id')
  @ApiOkResponse({ type: AdminSubscriptionView })
  get(@Param('id', IdPipe) id: number): Promise<Record<string, unknown>> {
    return this.subscriptions.get(id);
  }

  @Post()
  @ApiCreatedResponse({ type: AdminSubscriptionView })
  grant(@Body() grant: GrantDto, @By() by: Actor): Promise<Record<string, unknown>> {
    return this.subscriptions.grant(grant, by);
  }

  @Put(':id')
  @ApiConflict('conflict: the subscription was ended.')
  @ApiOkResponse({ type: AdminSubscriptionView })
  change(
    @Param('id', IdPipe) id: number,
    @Body() change: ChangeSubscriptionDto,
    @By() by: Actor,
  ): Promise<Record<string, unknown>> {
    return this.subscriptions.change(id, change, by);
  }
}
