import { Controller, Get, UseGuards } from '@nestjs/common';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { ApiBearerAuth, ApiForbidden, ApiOkResponse, ApiTags } from '../common/openapi';
import { ActiveSubscriptionGuard } from '../subscriptions/active-subscription.guard';
import { OutlookService } from './outlook.service';
import { OutlookView } from './outlook.view';

@ApiTags('calendar')
@ApiBearerAuth()
@ApiForbidden('subscription')
@UseGuards(ActiveSubscriptionGuard)
@Controller('calendar/outlook')
export class OutlookController {
  constructor(private readonly outlook: OutlookService) {}

  @Get()
  @ApiOkResponse({ type: OutlookView, description: 'What goes out next and what failed lately.' })
  get(@CurrentUser() caller: Caller): Promise<OutlookView> {
    return this.outlook.of(caller);
  }
}
