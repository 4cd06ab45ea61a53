import { Body, Controller, Get, HttpCode, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ApiConflict, ApiForbidden, ApiNotFound } from '../common/api-docs/api-refusals';
import { readId } from '../common/lists/lists';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { Repeatable } from '../keyed-calls/repeatable.decorator';
import { ActiveSubscriptionGuard } from '../subscriptions/active-subscription.guard';
import { BatchDto } from './calendar.dto';
import { CalendarService } from './calendar.service';
import { OF_ACCOUNT } from './of-account';
import { BatchView, CalendarWindowView } from './calendar.view';

const EDGE = { type: 'string', example: '2026-12-01' };

@ApiTags('Calendar')
@ApiForbidden('subscription')
@UseGuards(ActiveSubscriptionGuard)
@Controller('calendar')
export class CalendarController {
  constructor(private readonly calendar: CalendarService) {}

  @Get()
  @ApiOperation({
    operationId: 'getCalendar',
    summary: 'Get the posts of a span of time',
    description:
      'What has a time in the window, and the automatic slots in it. Of more than 2,000 slots the first ones are answered, over all accounts; `slots_until` says up to when.',
  })
  @ApiQuery({ name: 'from', schema: EDGE, description: "An instant, or a date in the user's time zone." })
  @ApiQuery({ name: 'to', schema: EDGE, description: 'Exclusive; at most 400 days later.' })
  @ApiQuery(OF_ACCOUNT)
  @ApiOkResponse({
    type: CalendarWindowView,
    description: 'What has a time in the window, and the automatic slots in it.',
  })
  window(
    @CurrentUser() caller: Caller,
    @Query('from') from: unknown,
    @Query('to') to: unknown,
    @Query('account_id') accountId: unknown,
  ): Promise<CalendarWindowView> {
    return this.calendar.window(caller, { from, to, accountId: readId(accountId, 'account_id') });
  }

  @Post('batch')
  @Repeatable()
  @ApiOperation({
    operationId: 'scheduleBatch',
    summary: 'Schedule many posts at once',
    description: 'The first at `start`, each further one `every_minutes` later. All are scheduled or none.',
  })
  @HttpCode(200)
  @ApiOkResponse({ type: BatchView, description: 'In the order of the request.' })
  @ApiConflict('"Winter menu" is published; only pending items can be scheduled. Nothing was changed.')
  @ApiNotFound('The item video 481 was not found.')
  batch(@CurrentUser() caller: Caller, @Body() batch: BatchDto): Promise<BatchView> {
    return this.calendar.batch(caller, batch);
  }
}
