import type { FastifyReply } from 'fastify';

/** Answers HEAD with the file's length. Without a body the framework would report no bytes. */
export function answerHead(reply: FastifyReply): void {
  reply.hijack();
  const headers = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
  reply.raw.writeHead(reply.statusCode, Object.fromEntries(headers) as Record<string, string>).end();
}
