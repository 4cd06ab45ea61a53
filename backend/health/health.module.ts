import { Module } from '@nestjs/common';
import { PublishingModule } from '../publishing/publishing.module';
import { HealthController } from './health.controller';
import { Metrics } from './metrics';
import { MetricsController } from './metrics.controller';

@Module({
  imports: [PublishingModule],
  controllers: [HealthController, MetricsController],
  providers: [Metrics],
})
export class HealthModule {}
