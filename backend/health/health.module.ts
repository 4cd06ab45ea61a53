import { Module } from '@nestjs/common';
import { PublishingModule } from '../publishing/publishing.module';
import { HealthController } from './health.controller';
import { AccountCensus } from './account-census';
import { Metrics } from './metrics';
import { MetricsController } from './metrics.controller';
import { ProcessSamples } from './process-samples';
import { RowSamples } from './row-samples';

@Module({
  imports: [PublishingModule],
  controllers: [HealthController, MetricsController],
  providers: [AccountCensus, Metrics, ProcessSamples, RowSamples],
})
export class HealthModule {}
