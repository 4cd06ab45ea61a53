import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '../common/time/clock';
import { RehearsalDialog } from './rehearsal-dialog';
import { RehearsalDialogController } from './rehearsal-dialog.controller';
import { RehearsalGallery } from './rehearsal-gallery';
import { RehearsalNetwork } from './rehearsal-network';
import { RehearsalController } from './rehearsal.controller';

export interface RehearsalOptions {
  dir: string;
  /** The product's address. */
  publicUrl: string;
  /** A secret of the installation. */
  key: Buffer;
  clock?: Clock;
}

/** The rehearsal's pages. They share only files with the rehearsal server, so any process may serve them. */
@Module({})
export class RehearsalModule {
  static register({ dir, publicUrl, key, clock }: RehearsalOptions): DynamicModule {
    return {
      module: RehearsalModule,
      controllers: [RehearsalController, RehearsalDialogController],
      providers: [
        { provide: RehearsalNetwork, useFactory: () => new RehearsalNetwork(dir, clock) },
        {
          provide: RehearsalGallery,
          inject: [RehearsalNetwork],
          useFactory: (network: RehearsalNetwork) => new RehearsalGallery(network),
        },
        {
          provide: RehearsalDialog,
          inject: [RehearsalNetwork],
          useFactory: (network: RehearsalNetwork) => new RehearsalDialog(network, { publicUrl, key }),
        },
      ],
    };
  }
}
