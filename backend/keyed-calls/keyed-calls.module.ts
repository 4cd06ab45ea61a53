import { Global, Module } from '@nestjs/common';
import { CallerRefusals } from '../common/http/caller.guard';
import { KeyRotation } from '../database/key-rotation';
import { AnswerRoom } from './answer-room';
import { FirstCalls } from './first-calls';
import { KeyedCalls, SEALED_ANSWERS } from './keyed-calls';
import { KeyedCallsHousekeeping } from './keyed-calls-housekeeping';
import { KeptRefusals } from './kept-refusals';

/** Global because handlers of every module are marked with `@Repeatable()`. */
@Global()
@Module({
  providers: [
    AnswerRoom,
    KeyedCalls,
    FirstCalls,
    KeyedCallsHousekeeping,
    { provide: CallerRefusals, useClass: KeptRefusals },
  ],
  exports: [FirstCalls, CallerRefusals],
})
export class KeyedCallsModule {
  constructor(keyRotation: KeyRotation) {
    keyRotation.include(SEALED_ANSWERS);
  }
}
