import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module';
import { AccountsModule } from '../accounts/accounts.module';
import { CategoriesController } from './categories.controller';
import { CategoriesService } from './categories.service';
import { PreferencesController } from './preferences.controller';
import { PreferencesService } from './preferences.service';

@Module({
  imports: [ActivityModule, AccountsModule],
  controllers: [CategoriesController, PreferencesController],
  providers: [CategoriesService, PreferencesService],
  exports: [CategoriesService, PreferencesService],
})
export class CategoriesModule {}
