import { Body, Controller, Get, Post } from '@nestjs/common';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import {
  ApiBearerAuth,
  ApiConflict,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiTags,
  refToSchema,
} from '../common/openapi';
import { PlanRequestDto } from './plan-request.dto';
import { NoPlanRequestView, PlanRequestView } from './plan-request.view';
import { PlanRequestsService } from './plan-requests.service';

@ApiTags('subscriptions')
@ApiBearerAuth()
@Controller('user/plan-request')
export class PlanRequestsController {
  constructor(private readonly requests: PlanRequestsService) {}

  @Get()
  @ApiExtraModels(PlanRequestView, NoPlanRequestView)
  @ApiOkResponse({
    schema: { oneOf: [{ $ref: refToSchema(PlanRequestView) }, { $ref: refToSchema(NoPlanRequestView) }] },
  })
  get(@CurrentUser() caller: Caller): Promise<PlanRequestView | { status: 'none' }> {
    return this.requests.ofUser(caller.id);
  }

  @Post()
  @ApiConflict('conflict: a request is open, or a plan is active.')
  @ApiCreatedResponse({ type: PlanRequestView })
  ask(@CurrentUser() caller: Caller, @Body() request: PlanRequestDto): Promise<PlanRequestView> {
    return this.requests.ask(caller.id, request);
  }
}
