import { Body, Controller, Get, HttpCode, Post, Query, UseGuards } from '@nestjs/common';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import {
  ApiBearerAuth,
  ApiConflict,
  ApiForbidden,
  ApiNotFound,
  ApiOkResponse,
  ApiQuery,
  ApiTags,
} from '../common/openapi';
import { ActiveSubscriptionGuard } from '../subscriptions/active-subscription.guard';
import { BatchDto } from './calendar.dto';
import { CalendarService } from './calendar.service';
import { CalendarItemsView, CalendarWindowView } from './calendar.view';

const EDGE = { type: 'string', example: '2026-12-01' };

@ApiTags('calendar')
@ApiBearerAuth()
@ApiForbidden('subscription')
@UseGuards(ActiveSubscriptionGuard)
@Controller('calendar')
export class CalendarController {
  constructor(private readonly calendar: CalendarService) {}

  @Get()
  @ApiQuery({ name: 'from', schema: EDGE, description: "An instant, or a date in the user's time zone." })
  @ApiQuery({ name: 'to', schema: EDGE, description: 'Exclusive; at most 400 days later.' })
  @ApiOkResponse({
    type: CalendarWindowView,
    description: 'What has a time in the window, and the automatic slots in it.',
  })
  window(
    @CurrentUser() caller: Caller,
    @Query('from') from: unknown,
    @Query('to') to: unknown,
  ): Promise<CalendarWindowView> {
    return this.calendar.window(caller, from, to);
  }

  @Post('batch')
  @HttpCode(200)
  @ApiOkResponse({ type: CalendarItemsView, description: 'In the order of the request.' })
  @ApiConflict('conflict: one of them is not pending; nothing was changed.')
  @ApiNotFound("not_found: one of them is missing, or another user's; nothing was changed.")
  batch(@CurrentUser() caller: Caller, @Body() batch: BatchDto): Promise<CalendarItemsView> {
    return this.calendar.batch(caller, batch);
  }
}
