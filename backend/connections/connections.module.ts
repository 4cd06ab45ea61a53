import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Sealer } from '../config/sealer';
import { UsersModule } from '../users/users.module';
import { ConnectionCare } from './connection-care';
import { Connection } from './connection.entity';
import { ConnectionsController } from './connections.controller';
import { ConnectionsService } from './connections.service';
import { Reviews } from './reviews';

@Module({
  imports: [TypeOrmModule.forFeature([Connection]), UsersModule],
  controllers: [ConnectionsController],
  providers: [ConnectionsService, ConnectionCare, Reviews, Sealer],
  exports: [ConnectionsService, ConnectionCare, Reviews],
})
export class ConnectionsModule {}
