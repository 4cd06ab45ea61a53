import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '../common/clock';
import { RehearsalGallery } from './rehearsal-gallery';
import { RehearsalNetwork } from './rehearsal-network';
import { RehearsalController } from './rehearsal.controller';

/** The rehearsal page. It shares only files with the rehearsal server, so any process may serve it. */
@Module({})
export class RehearsalModule {
  static register({ dir, clock }: { dir: string; clock?: Clock }): DynamicModule {
    return {
      module: RehearsalModule,
      controllers: [RehearsalController],
      providers: [
        {
          provide: RehearsalGallery,
          useFactory: () => new RehearsalGallery(new RehearsalNetwork(dir, clock)),
        },
      ],
    };
  }
}
