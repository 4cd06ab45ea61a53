import { Module } from '@nestjs/common';
import { PublishingModule } from '../publishing/publishing.module';
import { CalendarController } from './calendar.controller';
import { CalendarService } from './calendar.service';
import { OutlookController } from './outlook.controller';
import { OutlookService } from './outlook.service';

@Module({
  imports: [PublishingModule],
  controllers: [CalendarController, OutlookController],
  providers: [CalendarService, OutlookService],
})
export class CalendarModule {}
