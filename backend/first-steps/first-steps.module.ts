import { Module } from '@nestjs/common';
import { FirstStepsController } from './first-steps.controller';
import { FirstStepsService } from './first-steps.service';

@Module({ controllers: [FirstStepsController], providers: [FirstStepsService] })
export class FirstStepsModule {}
