import {
  applyDecorators,
  createParamDecorator,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { ApiList } from '../api-docs/api-list';
import {
  answerList,
  readListRequest,
  type ListFields,
  type ListQuery,
  type ListRequest,
  type Page,
} from './lists';

type ListCall = FastifyRequest<{ Querystring: ListQuery }> & { listRequest: ListRequest };

/**
 * A call that answers a list, which can be sorted and filtered by `fields`. The handler takes `@ListParams()` and
 * returns a page of rows. `whole`: without page or range, all rows.
 */
export const ListOf = (view: Type, fields: ListFields, { whole = false } = {}): MethodDecorator =>
  applyDecorators(ApiList(view, fields, { whole }), UseInterceptors(new ListAnswers(fields, whole)));

/** The list that the caller asks for. */
export const ListParams = createParamDecorator(
  (_: unknown, context: ExecutionContext): ListRequest =>
    context.switchToHttp().getRequest<ListCall>().listRequest,
);

class ListAnswers implements NestInterceptor<Page<unknown>> {
  constructor(
    private readonly fields: ListFields,
    private readonly whole: boolean,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<Page<unknown>>): Observable<unknown> {
    const http = context.switchToHttp();
    const call = http.getRequest<ListCall>();
    const reply = http.getResponse<FastifyReply>();
    call.listRequest = readListRequest(call.query, this.fields, { whole: this.whole });
    return next.handle().pipe(map((page) => this.answer(call, reply, page)));
  }

  private answer({ listRequest, url }: ListCall, reply: FastifyReply, page: Page<unknown>): unknown {
    const { body, contentRange } = answerList(listRequest, url, page);
    if (contentRange)
      void reply
        .header('content-range', contentRange)
        .header('access-control-expose-headers', 'Content-Range');
    return body;
  }
}
