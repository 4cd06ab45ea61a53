import type { FastifyReply, FastifyRequest } from 'fastify';

const LINGER_MS = 2_000;

/**
 * Answers a request whose body has not been read to its end, and closes the connection.
 *
 * Closing immediately would reset the connection while the client still sends, and the client would never see the
 * answer. So the whole answer is sent, further input is discarded for a moment, and then the connection ends.
 * @returns false if the body was read: then an ordinary answer is possible.
 */
export function respondAndStopReading(
  request: FastifyRequest,
  reply: FastifyReply,
  statusCode: number,
  headers: Record<string, string>,
  body: object,
): boolean {
  const { raw } = request;
  if (raw.complete || raw.destroyed || !hasBody(request)) return false;
  reply.hijack();
  const text = JSON.stringify(body);
  const response = reply.raw;
  response.writeHead(statusCode, {
    ...Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])),
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  });
  response.write(text);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  timer.unref();
  raw.unpipe();
  raw.removeAllListeners('data');
  raw.on('data', () => undefined);
  raw.once('end', end);
  raw.once('close', end);
  raw.resume();
  return true;
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
