import { Body, Controller, Get, HttpCode, Post, Query, UseGuards } from '@nestjs/common';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { ApiBearerAuth, ApiOkResponse, ApiQuery, ApiTags } from '../common/openapi';
import { ActiveSubscriptionGuard } from '../subscriptions/active-subscription.guard';
import { BatchDto } from './calendar.dto';
import { CalendarService, type CalendarItem, type CalendarSlot } from './calendar.service';

@ApiTags('calendar')
@ApiBearerAuth()
@UseGuards(ActiveSubscriptionGuard)
@Controller('calendar')
export class CalendarController {
  constructor(private readonly calendar: CalendarService) {}

  @Get()
  @ApiQuery({ name: 'from', description: "An instant, or a date in the user's time zone." })
  @ApiQuery({ name: 'to', description: 'Exclusive; at most 400 days later.' })
  @ApiOkResponse({
    description: '{items, slots}: what has a time in the window, and the automatic slots in it.',
  })
  window(
    @CurrentUser() caller: Caller,
    @Query('from') from: unknown,
    @Query('to') to: unknown,
  ): Promise<{ items: CalendarItem[]; slots: CalendarSlot[] }> {
    return this.calendar.window(caller, from, to);
  }

  @Post('batch')
  @HttpCode(200)
  @ApiOkResponse({ description: '{items}: with their times.' })
  batch(@CurrentUser() caller: Caller, @Body() batch: BatchDto): Promise<{ items: CalendarItem[] }> {
    return this.calendar.batch(caller, batch);
  }
}
