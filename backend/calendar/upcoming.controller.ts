import { Controller, Get, UseGuards } from '@nestjs/common';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { ApiBearerAuth, ApiForbidden, ApiOkResponse, ApiTags } from '../common/openapi';
import { ActiveSubscriptionGuard } from '../subscriptions/active-subscription.guard';
import { UpcomingService } from './upcoming.service';
import { UpcomingView } from './upcoming.view';

@ApiTags('calendar')
@ApiBearerAuth()
@ApiForbidden('subscription')
@UseGuards(ActiveSubscriptionGuard)
@Controller('calendar/outlook')
export class UpcomingController {
  constructor(private readonly outlook: UpcomingService) {}

  @Get()
  @ApiOkResponse({ type: UpcomingView, description: 'What goes out next and what failed lately.' })
  get(@CurrentUser() caller: Caller): Promise<UpcomingView> {
    return this.outlook.of(caller);
  }
}
