import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { lastValueFrom, of, type Observable } from 'rxjs';
import type { CallerRequest } from '../common/http/caller.decorator';
import { DomainError } from '../common/errors/errors';
import { FirstCalls } from './first-calls';
import { repeatableIn } from './idempotency-key';
import { REPLAYED_HEADER } from './marks';

/** Answers a call that was made before with its key as it was answered then. Guards have let the caller pass by now. */
@Injectable()
export class KeyedCallsInterceptor implements NestInterceptor {
  constructor(private readonly firstCalls: FirstCalls) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const call = repeatableIn(http.getRequest<CallerRequest>());
    if (!call) return next.handle();
    const answer = await this.firstCalls.once(call, () => lastValueFrom(next.handle()));
    if ('done' in answer) return of(answer.done);
    void http.getResponse<FastifyReply>().header(REPLAYED_HEADER, 'true');
    if ('body' in answer) return of(answer.body);
    const { statusCode, code, message, more } = answer.refusal;
    throw new DomainError(statusCode, code, message, more);
  }
}
