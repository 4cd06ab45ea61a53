import { Module } from '@nestjs/common';
import { CategoriesController } from './categories.controller';
import { CategoriesService } from './categories.service';
import { PreferencesController } from './preferences.controller';
import { PreferencesService } from './preferences.service';

@Module({
  controllers: [CategoriesController, PreferencesController],
  providers: [CategoriesService, PreferencesService],
  exports: [CategoriesService, PreferencesService],
})
export class CategoriesModule {}
