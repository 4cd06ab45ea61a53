import { Module } from '@nestjs/common';
import { PublishingModule } from '../publishing/publishing.module';
import { CalendarController } from './calendar.controller';
import { CalendarService } from './calendar.service';

@Module({ imports: [PublishingModule], controllers: [CalendarController], providers: [CalendarService] })
export class CalendarModule {}
