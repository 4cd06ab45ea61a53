import { applyDecorators, SetMetadata, UseInterceptors } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { KeyedCallsInterceptor } from './keyed-calls.interceptor';
import { IS_REPEATABLE } from './marks';

/** Tells the API document that a call takes an `Idempotency-Key`. */
export const REPEATABLE_EXTENSION = 'x-repeatable';

/**
 * Marks a POST whose answer may be kept: it holds no secret, it is about its user and not about the session, and it
 * consists of its body alone. Without this mark an `Idempotency-Key` is ignored.
 */
export const Repeatable = (): MethodDecorator =>
  applyDecorators(
    UseInterceptors(KeyedCallsInterceptor),
    SetMetadata(IS_REPEATABLE, true),
    ApiExtension(REPEATABLE_EXTENSION, true),
  );
