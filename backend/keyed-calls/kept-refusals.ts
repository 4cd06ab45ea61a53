import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../common/errors/errors';
import { CallerRefusals } from '../common/http/caller.guard';
import type { CallerRequest } from '../common/http/caller.decorator';
import { FirstCalls } from './first-calls';
import { repeatableIn, type Repeatable } from './idempotency-key';
import { IS_REPEATABLE, REPLAYED_HEADER } from './marks';

/**
 * Keeps the refusals of guards, which come before the interceptor that keeps answers: a repetition must not act because
 * the caller may by then.
 */
@Injectable()
export class KeptRefusals extends CallerRefusals {
  constructor(
    private readonly firstCalls: FirstCalls,
    private readonly reflector: Reflector,
  ) {
    super();
  }

  override async refuse(context: ExecutionContext, refusal: DomainError): Promise<never> {
    const http = context.switchToHttp();
    const isRepeatable = this.reflector.get<boolean | undefined>(IS_REPEATABLE, context.getHandler());
    const call = isRepeatable ? keyedCallIn(http.getRequest<CallerRequest>()) : undefined;
    if (!call) throw refusal;
    const answer = await this.firstCalls.once(call, () => Promise.reject(refusal));
    // What was done while the caller might is not shown to one who may not.
    if (!('refusal' in answer)) throw refusal;
    void http.getResponse<FastifyReply>().header(REPLAYED_HEADER, 'true');
    const { statusCode, code, message, more } = answer.refusal;
    throw new DomainError(statusCode, code, message, more);
  }
}

/** Who may not call at all is not told that the key is wrong. */
function keyedCallIn(request: CallerRequest): Repeatable | undefined {
  try {
    return repeatableIn(request);
  } catch {
    return undefined;
  }
}
