import { Global, Module } from '@nestjs/common';
import { KeyRotation } from '../database/key-rotation';
import { AnswerRoom } from './answer-room';
import { FirstCalls } from './first-calls';
import { KeyedCalls, SEALED_ANSWERS } from './keyed-calls';
import { KeyedCallsHousekeeping } from './keyed-calls-housekeeping';

/** Global because handlers of every module are marked with `@Repeatable()`. */
@Global()
@Module({
  providers: [AnswerRoom, KeyedCalls, FirstCalls, KeyedCallsHousekeeping],
  exports: [FirstCalls],
})
export class KeyedCallsModule {
  constructor(keyRotation: KeyRotation) {
    keyRotation.include(SEALED_ANSWERS);
  }
}
