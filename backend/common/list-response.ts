import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerList, type ListRequest, type Page } from './lists';

/** The body of a list call, with its header set on the reply. */
export function sendList<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: ListRequest,
  page: Page<T>,
): unknown {
  const { body, contentRange } = answerList(wanted, request.url.split('?')[0] ?? '', page);
  if (contentRange)
    void reply.header('content-range', contentRange).header('access-control-expose-headers', 'Content-Range');
  return body;
}
