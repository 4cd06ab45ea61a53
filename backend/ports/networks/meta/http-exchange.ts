import * as http from 'node:http';
import * as https from 'node:https';
import type { Readable } from 'node:stream';

export interface ExchangeRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: http.OutgoingHttpHeaders;
  body?: Buffer | Readable;
  /** Without an answer for so long, or without progress of a body that is a stream, it is given up. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export type Exchange =
  | { kind: 'answered'; status: number; headers: http.IncomingHttpHeaders; text: string }
  /** `reached`: bytes of the request may have arrived, so it may have taken effect. */
  | { kind: 'lost'; reached: boolean; reason: string };

const MOST_ANSWER_BYTES = 1024 * 1024;

const NEVER_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
]);

const agents = {
  'http:': new http.Agent({ keepAlive: true, timeout: 50_000 }),
  'https:': new https.Agent({ keepAlive: true, timeout: 50_000 }),
};

/** One request, one answer, as a value; redirects are not followed. Never throws for what the other side does. */
export function exchange({
  method,
  url,
  headers,
  body,
  timeoutMs,
  signal,
}: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const secure = url.protocol === 'https:';
    const request = (secure ? https : http).request(url, {
      method,
      headers,
      // A kept connection may be closed by the other side just as we write. For a read that costs a retry; for a write
      // nobody could tell whether it took effect.
      agent: method === 'GET' ? (secure ? agents['https:'] : agents['http:']) : false,
    });
    let answered = false;
    const end = (result: Exchange) => {
      clearInterval(watch);
      signal?.removeEventListener('abort', abort);
      if (body && !Buffer.isBuffer(body)) body.destroy();
      resolve(result);
    };
    const lose = (error: NodeJS.ErrnoException) => {
      if (answered) return;
      end({ kind: 'lost', reached: mayHaveArrived(request, error), reason: error.code ?? error.message });
    };
    const abort = () => request.destroy(new Error('given up'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    const watch = watchProgress(request, timeoutMs);

    request.on('error', lose);
    request.on('response', (response) => {
      answered = true;
      read(response).then(
        (text) => {
          end({ kind: 'answered', status: response.statusCode ?? 0, headers: response.headers, text });
          // An answer before the whole body went out: the rest of it is not wanted.
          if (!request.writableFinished) request.destroy();
        },
        (error: NodeJS.ErrnoException) =>
          end({ kind: 'lost', reached: true, reason: error.code ?? error.message }),
      );
    });
    if (!body || Buffer.isBuffer(body)) request.end(body);
    else body.on('error', (error) => request.destroy(error)).pipe(request);
  });
}

/** Destroys the request when neither direction has moved for `timeoutMs`. */
function watchProgress(request: http.ClientRequest, timeoutMs: number): NodeJS.Timeout {
  let seen = -1;
  let since = Date.now();
  const watch = setInterval(
    () => {
      const moved = (request.socket?.bytesWritten ?? 0) + (request.socket?.bytesRead ?? 0);
      if (moved !== seen) {
        seen = moved;
        since = Date.now();
      } else if (Date.now() - since >= timeoutMs) {
        request.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEOUT' }));
      }
    },
    Math.min(1000, timeoutMs / 4),
  );
  watch.unref();
  return watch;
}

function mayHaveArrived(request: http.ClientRequest, error: NodeJS.ErrnoException): boolean {
  if (error.code && NEVER_REACHED.has(error.code)) return false;
  return !request.socket?.connecting;
}

async function read(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MOST_ANSWER_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
