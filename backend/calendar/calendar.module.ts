import { Module } from '@nestjs/common';
import { PublishingModule } from '../publishing/publishing.module';
import { CalendarController } from './calendar.controller';
import { CalendarSlots } from './calendar-slots';
import { CalendarService } from './calendar.service';
import { UpcomingController } from './upcoming.controller';
import { UpcomingService } from './upcoming.service';

@Module({
  imports: [PublishingModule],
  controllers: [CalendarController, UpcomingController],
  providers: [CalendarService, CalendarSlots, UpcomingService],
})
export class CalendarModule {}
