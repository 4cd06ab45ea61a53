import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../../config/config';
import { MemoryQueue } from './memory-queue';
import { Queue } from './queue';

@Module({})
export class QueueModule {
  static async register({ queue }: Config): Promise<DynamicModule> {
    if (queue.kind === 'bull') {
      const { BullQueueModule } = await import('./bull-queue.module');
      return BullQueueModule.register(queue);
    }
    return {
      module: QueueModule,
      global: true,
      providers: [{ provide: Queue, useClass: MemoryQueue }],
      exports: [Queue],
    };
  }
}
