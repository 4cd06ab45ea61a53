import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module';
import { CategoriesController } from './categories.controller';
import { CategoriesService } from './categories.service';
import { PreferencesController } from './preferences.controller';
import { PreferencesService } from './preferences.service';

@Module({
  imports: [ConnectionsModule],
  controllers: [CategoriesController, PreferencesController],
  providers: [CategoriesService, PreferencesService],
  exports: [CategoriesService, PreferencesService],
})
export class CategoriesModule {}
