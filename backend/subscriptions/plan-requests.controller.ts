import { Body, Controller, Get, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { ApiConflict } from '../common/api-docs/api-refusals';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { Repeatable } from '../keyed-calls/repeatable.decorator';
import { PlanRequestDto } from './plan-request.dto';
import { NoPlanRequestView, PlanRequestView } from './plan-request.view';
import { PlanRequestsService } from './plan-requests.service';

@ApiTags('Subscriptions')
@Controller('user/plan-request')
export class PlanRequestsController {
  constructor(private readonly requests: PlanRequestsService) {}

  @Get()
  @ApiOperation({
    operationId: 'getOwnPlanRequest',
    summary: "Get the caller's request for a plan",
    description: 'The latest, or status `none`.',
  })
  @ApiExtraModels(PlanRequestView, NoPlanRequestView)
  @ApiOkResponse({
    schema: { oneOf: [{ $ref: getSchemaPath(PlanRequestView) }, { $ref: getSchemaPath(NoPlanRequestView) }] },
  })
  get(@CurrentUser() caller: Caller): Promise<PlanRequestView | { status: 'none' }> {
    return this.requests.ofUser(caller.id);
  }

  @Post()
  @Repeatable()
  @ApiOperation({
    operationId: 'requestPlan',
    summary: 'Ask for a plan',
    description: 'Tells the administrators.',
  })
  @ApiConflict('You have asked for a plan already.', 'You have an active plan already.')
  @ApiCreatedResponse({ type: PlanRequestView })
  ask(@CurrentUser() caller: Caller, @Body() request: PlanRequestDto): Promise<PlanRequestView> {
    return this.requests.ask(caller.id, request);
  }
}
