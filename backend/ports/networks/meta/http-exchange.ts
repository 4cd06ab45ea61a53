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

const agents = {
  'http:': new http.Agent({ keepAlive: true, timeout: 50_000 }),
  'https:': new https.Agent({ keepAlive: true, timeout: 50_000 }),
};

export function connectionBy(
  proxy: ProxySettings | undefined,
  url: URL,
  mayBeKept: boolean,
): https.RequestOptions {
  if (proxy && goesThrough(proxy, url))
    return {
      createConnection: (_options, done) => {
        tunnel(proxy, url, done);
        return undefined;
      },
    };
  return { agent: mayBeKept ? (url.protocol === 'https:' ? agents['https:'] : agents['http:']) : false };
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
  proxy,
}: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const request = (secure ? https : http).request(url, {
      method,
      headers,
      // The server may close a kept connection just as we write. For a read that costs a retry; for a write the outcome
      // would be unknown.
      ...connectionBy(proxy, url, method === 'GET' && !held),
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

async function read(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    chunks.push(chunk);
    // Too long for an answer of this protocol, and perhaps endless.
    if (length > MOST_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
