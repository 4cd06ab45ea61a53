import * as http from 'node:http';
import * as https from 'node:https';
import type { Readable } from 'node:stream';
import { errorCode } from '../../../common/error-code';
import { goesThrough, tunnel, type ProxySettings } from './proxy';

export interface ExchangeRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: http.OutgoingHttpHeaders;
  body?: Buffer | Readable;
  /** Without a whole answer for so long it is given up; with a stream as its body, without progress for so long. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Asked when the connection stands and before the first byte: with `false` nothing is sent. */
  held?: () => boolean;
  proxy?: ProxySettings;
}

export type Exchange =
  | { kind: 'answered'; status: number; headers: http.IncomingHttpHeaders; text: string }
  /** `reached`: bytes of the request may have arrived, so it may have taken effect. */
  | { kind: 'lost'; reached: boolean; reason: string };

/** How requests get to the network and answers back: a simulation puts its own in its place. */
export type Exchanger = (request: ExchangeRequest) => Promise<Exchange>;

const MOST_ANSWER_BYTES = 1024 * 1024;

const agents = {
  'http:': new http.Agent({ keepAlive: true, timeout: 50_000 }),
  'https:': new https.Agent({ keepAlive: true, timeout: 50_000 }),
};

function connectionBy(proxy: ProxySettings | undefined, url: URL, mayBeKept: boolean): https.RequestOptions {
  if (proxy && goesThrough(proxy, url))
    return {
      createConnection: (_options, done) => {
        tunnel(proxy, url, done);
        return undefined;
      },
    };
  return { agent: mayBeKept ? (url.protocol === 'https:' ? agents['https:'] : agents['http:']) : false };
}

/** One request, one answer, as a value; redirects are not followed. Never throws for what the other side does. */
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
  return new Promise((resolve) => {
    const secure = url.protocol === 'https:';
    const request = (secure ? https : http).request(url, {
      method,
      headers,
      // A kept connection may be closed by the other side just as we write. For a read that costs a retry; for a write
      // nobody could tell whether it took effect.
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
    // Judged by the connection, not by the error's code: ETIMEDOUT and EHOSTUNREACH also end connections that stood.
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
          // An answer before the whole body went out: the rest of it is not wanted.
          if (!request.writableFinished) request.destroy();
        },
        (error: unknown) =>
          end({ kind: 'lost', reached: true, reason: errorCode(error) ?? 'the answer broke off' }),
      );
    });
    // With `held`, a connection of its own is made, and its first byte waits for it.
    if (held) return;
    if (!body || Buffer.isBuffer(body)) request.end(body);
    else body.on('error', (error) => request.destroy(error)).pipe(request);
  });
}

/** Destroys the request after `timeoutMs`; a transfer only when neither direction has moved for so long. */
function watchTime(request: http.ClientRequest, timeoutMs: number, isTransfer: boolean): NodeJS.Timeout {
  let seen = 0;
  let since = performance.now();
  const watch = setInterval(
    () => {
      const moved = (request.socket?.bytesWritten ?? 0) + (request.socket?.bytesRead ?? 0);
      if (isTransfer && moved !== seen) {
        seen = moved;
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
    // Not an answer of this protocol, and perhaps one without an end.
    if (length > MOST_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
