import { Global, Module } from '@nestjs/common';
import { PublishingModule } from '../publishing/publishing.module';
import { Shutdown } from './shutdown';

/** Global, because Nest calls the hooks of global modules last: by then no new publication begins. */
@Global()
@Module({ imports: [PublishingModule], providers: [Shutdown], exports: [Shutdown] })
export class ShutdownModule {}
