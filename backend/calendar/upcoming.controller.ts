import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ApiForbidden } from '../common/api-docs/api-refusals';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { readId } from '../common/lists/lists';
import { ActiveSubscriptionGuard } from '../subscriptions/active-subscription.guard';
import { OF_ACCOUNT } from './of-account';
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
  @ApiQuery(OF_ACCOUNT)
  @ApiOkResponse({ type: UpcomingView, description: 'What goes out next and what failed lately.' })
  get(@CurrentUser() caller: Caller, @Query('account_id') accountId: unknown): Promise<UpcomingView> {
    return this.outlook.of(caller, readId(accountId, 'account_id'));
  }
}
