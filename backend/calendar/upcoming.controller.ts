import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiForbidden } from '../common/api-refusals';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { ActiveSubscriptionGuard } from '../subscriptions/active-subscription.guard';
import { UpcomingService } from './upcoming.service';
import { UpcomingView } from './upcoming.view';

@ApiTags('Calendar')
@ApiForbidden('subscription')
@UseGuards(ActiveSubscriptionGuard)
@Controller('calendar/outlook')
export class UpcomingController {
  constructor(private readonly outlook: UpcomingService) {}

  @Get()
  @ApiOperation({
    operationId: 'getUpcoming',
    summary: 'Get what goes out next and what failed lately',
    description: 'For the home screen.',
  })
  @ApiOkResponse({ type: UpcomingView, description: 'What goes out next and what failed lately.' })
  get(@CurrentUser() caller: Caller): Promise<UpcomingView> {
    return this.outlook.of(caller);
  }
}
