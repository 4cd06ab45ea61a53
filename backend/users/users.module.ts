import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChangeCounters } from './change-counters';
import { StandingCallers } from './standing-callers';
import { User } from './user.entity';
import { UsersController } from './users.controller';
import { UsersService } from './users.service';

@Module({
  imports: [TypeOrmModule.forFeature([User])],
  controllers: [UsersController],
  providers: [UsersService, ChangeCounters, StandingCallers],
  exports: [UsersService, ChangeCounters, StandingCallers],
})
export class UsersModule {}
