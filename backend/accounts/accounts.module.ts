import { Module } from '@nestjs/common';
import { Resealing } from '../database/resealing';
import { UsersModule } from '../users/users.module';
import { AccountCare } from './account-care';
import { AccountChecks } from './account-checks';
import { AccountLine } from './account-line';
import { AccountStore } from './account-store';
import { AccountsController } from './accounts.controller';
import { AccountsService, SEALED_TOKENS } from './accounts.service';
import { AccountPosts } from './account-posts';
import { FacebookSettings } from './facebook-settings';
import { Reviews } from './reviews';
import { WideReviews } from './wide-reviews';

@Module({
  imports: [UsersModule],
  controllers: [AccountsController],
  providers: [
    AccountsService,
    AccountLine,
    AccountStore,
    AccountChecks,
    FacebookSettings,
    AccountCare,
    AccountPosts,
    Reviews,
    WideReviews,
  ],
  exports: [AccountLine, AccountsService, AccountPosts, AccountCare, Reviews, WideReviews],
})
export class AccountsModule {
  constructor(resealing: Resealing) {
    for (const column of SEALED_TOKENS) resealing.include(column);
  }
}
