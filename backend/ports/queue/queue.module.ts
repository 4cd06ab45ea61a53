import { Global, Module } from '@nestjs/common';
import { MemoryQueue } from './memory-queue';
import { Queue } from './queue';

@Global()
@Module({
  providers: [{ provide: Queue, useClass: MemoryQueue }],
  exports: [Queue],
})
export class QueueModule {}
