import { Module } from '@nestjs/common';
import { PublishingModule } from '../publishing/publishing.module';
import { ClientConfigController } from './client-config.controller';

@Module({ imports: [PublishingModule], controllers: [ClientConfigController] })
export class ClientConfigModule {}
