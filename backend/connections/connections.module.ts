import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Resealing } from '../database/resealing';
import { UsersModule } from '../users/users.module';
import { ConnectionCare } from './connection-care';
import { ConnectionChecks } from './connection-checks';
import { Connection } from './connection.entity';
import { ConnectionsController } from './connections.controller';
import { ConnectionsService, SEALED_TOKENS } from './connections.service';
import { Departures } from './departures';
import { FacebookSettings } from './facebook-settings';
import { Reviews } from './reviews';
import { WideReviews } from './wide-reviews';

@Module({
  imports: [TypeOrmModule.forFeature([Connection]), UsersModule],
  controllers: [ConnectionsController],
  providers: [
    ConnectionsService,
    ConnectionChecks,
    FacebookSettings,
    ConnectionCare,
    Departures,
    Reviews,
    WideReviews,
  ],
  exports: [ConnectionsService, Departures, ConnectionCare, Reviews, WideReviews],
})
export class ConnectionsModule {
  constructor(resealing: Resealing) {
    for (const column of SEALED_TOKENS) resealing.include(column);
  }
}
