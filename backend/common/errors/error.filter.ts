import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCode } from './error-code';
import { isDatabaseAway } from './database-away';
import { DomainError, unavailable } from './errors';
import { LineIsFull } from '../limits/limiter';
import { respondAndStopReading } from '../http/early-response';

/** The only place that turns a thrown value into an HTTP response. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('Http');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = toDomainError(thrown);
    if (error.statusCode >= 500 && error.code === 'internal') {
      this.log.error(
        { err: thrown, request_id: request.id },
        `unexpected fault in ${request.method} ${pathOf(request)}`,
      );
    } else if (error.code === 'unavailable' && !(thrown instanceof DomainError))
      this.log.warn(
        { err: thrown, request_id: request.id },
        `could not answer ${request.method} ${pathOf(request)}`,
      );
    const { errors, retryAfterSeconds, challenge, pending } = error.more;
    const headers: Record<string, string> = { 'cache-control': 'no-store' };
    if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
    if (error.statusCode === 401) headers['www-authenticate'] = 'Bearer';
    const body = {
      statusCode: error.statusCode,
      error: error.code,
      message: error.message,
      ...(errors && { errors }),
      ...(challenge !== undefined && { challenge }),
      ...(pending !== undefined && { pending }),
      ...(error.code === 'internal' && { request_id: request.id }),
    };
    if (reply.sent) return;
    forgetBody(reply);
    if (respondAndStopReading(request, reply, error.statusCode, headers, body)) return;
    void reply.status(error.statusCode).headers(headers).send(body);
  }
}

/** Removes what was said of a body that could not be sent. A stream that failed has handed it on to Node already. */
function forgetBody(reply: FastifyReply): void {
  for (const name of ['content-type', 'content-range', 'etag']) {
    void reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '';
}

const WORDS: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  408: 'request_timeout',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/** Our own sentences: those of the thrown error are the framework's, for developers. */
const SENTENCES: Record<number, string> = {
  401: 'Please sign in.',
  403: 'This is not allowed.',
  404: 'There is nothing at this address.',
  408: 'The request took too long. Try again.',
  413: 'The request is larger than this call takes.',
  415: 'This call takes JSON (Content-Type: application/json).',
};

/** How a thrown value is refused. */
export function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  if (thrown instanceof LineIsFull)
    return new DomainError(503, 'unavailable', 'The server is busy. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
  if (isDatabaseAway(thrown))
    return unavailable(
      'The database cannot be reached just now. Nothing was lost; try again in a few seconds.',
    );
  if (isDiskFull(thrown))
    return new DomainError(
      507,
      'insufficient_storage',
      'The server has no room left for this. It was not stored; please tell the administrator.',
    );
  const status = statusOf(thrown);
  const word = status === undefined ? undefined : WORDS[status];
  if (status === undefined || word === undefined)
    return new DomainError(
      500,
      'internal',
      'Something went wrong on our side. Please try again; if it stays, tell support the request id.',
    );
  return new DomainError(status, word, SENTENCES[status] ?? 'The request is not valid.');
}

function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof Error && 'statusCode' in thrown && typeof thrown.statusCode === 'number')
    return thrown.statusCode;
  return undefined;
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

const isDiskFull = (thrown: unknown): boolean => DISK_FULL.has(errorCode(thrown) ?? '');
