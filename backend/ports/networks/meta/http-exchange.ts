import * as http from 'node:http';
import * as https from 'node:https';
import type { Readable } from 'node:stream';
import { errorCode } from '../../../common/errors/error-code';
import { freeSpentPiece, hasOwnPieces } from '../../../common/files/spent-piece';
import { StorageAway } from '../../storage/storage';
import { goesThrough, tunnel, type ProxySettings } from './proxy';

export interface ExchangeRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: http.OutgoingHttpHeaders;
  body?: Buffer | Readable;
  /** Time limit in ms for the whole answer or, if the body is a stream, for its next progress and then for the answer. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Whether it may be carried out twice without harm, as every GET may. */
  repeatable?: boolean;
  /** Called once the connection is established, before the first byte. If it returns false, nothing is sent. */
  held?: () => boolean;
  proxy?: ProxySettings;
}

export type Exchange =
  | { kind: 'answered'; status: number; headers: http.IncomingHttpHeaders; text: string }
  /** `reached`: bytes of the request may have arrived, so it may have taken effect. */
  | { kind: 'lost'; reached: boolean; reason: string };

/** Carries a request to the network and its answer back. A simulation provides its own. */
export type Exchanger = (request: ExchangeRequest) => Promise<Exchange>;

const MOST_ANSWER_BYTES = 1024 * 1024;

/**
 * Times in ms for which idle connections are kept. Servers keep them for five seconds or longer, so one for writes is hardly
 * ever found closed. A read may find it so.
 */
const READS_MS = 50_000;
const WRITES_MS = 2_000;

const agentsFor = (timeout: number) => ({
  'http:': new http.Agent({ keepAlive: true, timeout }),
  'https:': new https.Agent({ keepAlive: true, timeout }),
});

const kept = { reads: agentsFor(READS_MS), writes: agentsFor(WRITES_MS) };

export function connectionBy(
  proxy: ProxySettings | undefined,
  url: URL,
  use: keyof typeof kept | 'once',
): https.RequestOptions {
  if (proxy && goesThrough(proxy, url))
    return {
      createConnection: (_options, done) => {
        tunnel(proxy, url, done);
        return undefined;
      },
    };
  return { agent: use !== 'once' && kept[use][url.protocol === 'https:' ? 'https:' : 'http:'] };
}

/**
 * The server may close a kept connection just as we write. What may be repeated then costs another try; of other calls
 * nobody would know whether they took effect. Bytes are not worth the risk.
 */
function useOf({ method, body, held, repeatable }: Omit<ExchangeRequest, 'url' | 'headers' | 'timeoutMs'>) {
  if (held) return 'once';
  if (method === 'GET') return 'reads';
  return repeatable && Buffer.isBuffer(body) ? 'writes' : 'once';
}

/**
 * Sends one request and returns the result as a value. Redirects are not followed. Failures of the other side never
 * throw.
 * @throws StorageAway when the bytes to send cannot be read any more.
 */
export function exchange({
  method,
  url,
  headers,
  body,
  timeoutMs,
  signal,
  held,
  repeatable,
  proxy,
}: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const request = (secure ? https : http).request(url, {
      method,
      headers,
      ...connectionBy(proxy, url, useOf({ method, body, held, repeatable })),
    });
    let answered = false;
    let connected = false;
    let sent = held === undefined;
    const end = (result: Exchange) => {
      clearInterval(watch);
      signal?.removeEventListener('abort', abort);
      if (body && !Buffer.isBuffer(body)) body.destroy();
      resolve(result);
    };
    const lose = (error: NodeJS.ErrnoException) => {
      if (answered) return;
      if (error instanceof StorageAway) reject(error);
      end({ kind: 'lost', reached: connected && sent, reason: error.code ?? error.message });
    };
    const abort = () => request.destroy(new Error('given up'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    const isTransfer = body !== undefined && !Buffer.isBuffer(body);
    const watch = watchTime(request, timeoutMs, isTransfer);

    const sendWhole = () => {
      if (held?.() === false) return request.destroy(new Error('somebody else may have the post now'));
      sent = true;
      return request.end(body);
    };

    request.on('error', lose);
    // Decided by the connection, not by the error's code: ETIMEDOUT and EHOSTUNREACH also end established connections.
    request.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => (connected = true));
      else connected = true;
      if (held) socket.once(secure ? 'secureConnect' : 'connect', sendWhole);
    });
    request.on('response', (response) => {
      answered = true;
      read(response).then(
        (text) => {
          end({ kind: 'answered', status: response.statusCode ?? 0, headers: response.headers, text });
          // The answer came before the whole body was sent; the rest is not wanted.
          if (!request.writableFinished) request.destroy();
        },
        (error: unknown) =>
          end({ kind: 'lost', reached: true, reason: errorCode(error) ?? 'the answer broke off' }),
      );
    });
    // With `held` the connection is new, and the first byte waits until it is established.
    if (held) return;
    if (!body || Buffer.isBuffer(body)) request.end(body);
    else sendPieces(body, request);
  });
}

/**
 * Left to the garbage collector, the pieces of a file make it collect the whole heap after every few megabytes, and dozens
 * of transfers hold several times what they send.
 */
function sendPieces(body: Readable, request: http.ClientRequest): void {
  const isOwn = hasOwnPieces(body);
  body.on('error', (error) => request.destroy(error));
  body.on('data', (piece: Buffer) => {
    const goesOn = request.write(piece, (error) => {
      if (isOwn && !error) freeSpentPiece(piece);
    });
    if (!goesOn) body.pause();
  });
  request.on('drain', () => body.resume());
  body.on('end', () => request.end());
}

/**
 * Destroys the request after `timeoutMs`. A transfer has that long for each next progress, and then for its answer, whose
 * bytes are no progress: an answer that drips would never end.
 */
function watchTime(request: http.ClientRequest, timeoutMs: number, isTransfer: boolean): NodeJS.Timeout {
  let seen = 0;
  let since = performance.now();
  const watch = setInterval(
    () => {
      const written = request.socket?.bytesWritten ?? 0;
      if (isTransfer && written !== seen) {
        seen = written;
        since = performance.now();
      } else if (performance.now() - since >= timeoutMs) {
        request.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEOUT' }));
      }
    },
    Math.min(1000, timeoutMs / 4),
  );
  watch.unref();
  return watch;
}

function read(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const end = () => resolve(Buffer.concat(chunks).toString('utf8'));
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= MOST_ANSWER_BYTES) return;
      // Too long for an answer of this protocol, and perhaps endless.
      end();
      response.destroy();
    });
    response.once('end', end);
    response.on('error', reject);
    // Whatever else ends it, such as a connection that breaks off.
    response.once('close', () => reject(new Error('the answer broke off')));
  });
}
