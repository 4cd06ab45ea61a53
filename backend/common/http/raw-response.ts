import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCode } from '../errors/error-code';
import { DomainError } from '../errors/errors';

/** Answers a connection on which no request can be answered any more, in the form of all errors, and closes it. */
export function respondAndClose(socket: Duplex, { statusCode, code, message }: DomainError): void {
  if (socket.writable) {
    const body = JSON.stringify({ statusCode, error: code, message });
    socket.write(
      `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy();
}

/** Answers input that the HTTP parser refused. */
export function respondToUnreadableRequest(error: Error, socket: Duplex): void {
  if (errorCode(error) === 'ECONNRESET' || socket.destroyed) return;
  respondAndClose(socket, refusalOf(errorCode(error)));
}

/** Answers a request whose `Expect` header asks for more than to go on. It never reaches a route. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { statusCode, code, message } = new DomainError(
    417,
    'expectation_failed',
    'The header Expect may only be 100-continue.',
  );
  const body = JSON.stringify({ statusCode, error: code, message });
  response
    .writeHead(statusCode, {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      connection: 'close',
    })
    .end(body);
}

function refusalOf(code: unknown): DomainError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return slowRequest();
    case 'HPE_HEADER_OVERFLOW':
      return new DomainError(431, 'headers_too_large', 'The headers of a request take at most 16 KB.');
    default:
      return new DomainError(400, 'bad_request', 'The request is not valid.');
  }
}

export const slowRequest = () =>
  new DomainError(408, 'request_timeout', 'The request came too slowly and was given up. Try again.');
