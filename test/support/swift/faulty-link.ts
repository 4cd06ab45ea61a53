import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What becomes of a request on its way to the store. */
export type Fate =
  | 'passes'
  /** The connection breaks before anything is answered. */
  | 'is cut'
  /** The request is taken, and never answered. */
  | 'is ignored'
  /** The store does what it is asked, and its answer is lost. */
  | 'loses its answer'
  /** The store is asked only after this time. */
  | { afterMs: number }
  /** The store is asked only when the test lets it. */
  | { after: Promise<void> }
  /** The store refuses with this status and word. */
  | { status: number; code: string }
  /** The answer lacks this header, as those of some stores do. */
  | { without: string }
  /** The answer breaks off after so many bytes of its body. */
  | { cutAfter: number }
  /** The answer stops, without an end, after so many bytes of its body. */
  | { silentAfter: number };

export interface Asked {
  method: string;
  /** With its query. */
  path: string;
}

/** A connection to an S3-compatible store on which a test decides what goes wrong. */
export class FaultyLink {
  /** Decides on each request. */
  fate: (asked: Asked) => Fate = () => 'passes';
  readonly asked: Asked[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async to(target: string): Promise<FaultyLink> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const link = new FaultyLink(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('connection', (socket) => {
      link.sockets.add(socket);
      socket.once('close', () => link.sockets.delete(socket));
    });
    server.on('request', (asked, answer) => link.treat(asked, answer, target));
    return link;
  }

  /** Nothing gets through until `mend`; what is on its way is lost. */
  cut(): void {
    this.fate = () => 'is cut';
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.fate = () => 'passes';
  }

  async end(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.once('close', resolve));
  }

  private treat(from: IncomingMessage, to: ServerResponse, target: string): void {
    const asked = { method: from.method ?? '', path: from.url ?? '' };
    this.asked.push(asked);
    const fate = this.fate(asked);
    if (fate === 'is cut') return void from.socket.destroy();
    if (fate === 'is ignored') return void from.resume();
    if (typeof fate === 'object' && 'status' in fate) {
      refuse(from, to, fate);
      return;
    }
    if (typeof fate === 'object' && 'after' in fate)
      return void fate.after.then(() => this.forward(from, to, fate, target));
    const wait = typeof fate === 'object' && 'afterMs' in fate ? fate.afterMs : 0;
    setTimeout(() => this.forward(from, to, fate, target), wait);
  }

  private forward(from: IncomingMessage, to: ServerResponse, fate: Fate, target: string): void {
    // The signature covers the headers, the host among them.
    const { method, headers, url: path } = from;
    const forwarded = request(target, { method, headers, path, agent: false }, (answer) => {
      if (fate === 'loses its answer') return void from.socket.destroy();
      to.writeHead(answer.statusCode ?? 0, headersOf(answer, fate));
      if (method === 'HEAD') to.end();
      else if (typeof fate === 'object' && ('cutAfter' in fate || 'silentAfter' in fate))
        breakOff(answer, to, fate).catch(() => to.destroy());
      else answer.pipe(to);
    });
    // The store sends a body after some answers to HEAD, which no client reads.
    forwarded.on('error', () => to.writableEnded || from.socket.destroy());
    to.once('close', () => forwarded.destroy());
    from.pipe(forwarded);
  }
}

function headersOf({ headers }: IncomingMessage, fate: Fate): IncomingHttpHeaders {
  if (typeof fate !== 'object' || !('without' in fate)) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== fate.without));
}

function refuse(
  from: IncomingMessage,
  to: ServerResponse,
  { status, code }: { status: number; code: string },
): void {
  from.resume();
  from.once('end', () => {
    to.writeHead(status, { 'content-type': 'application/xml' });
    to.end(from.method === 'HEAD' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
  });
}

async function breakOff(
  answer: IncomingMessage,
  to: ServerResponse,
  fate: { cutAfter: number } | { silentAfter: number },
): Promise<void> {
  let left = 'cutAfter' in fate ? fate.cutAfter : fate.silentAfter;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    to.write(chunk.subarray(0, left));
    left -= chunk.length;
    if (left > 0) continue;
    // What was written has to leave before the connection breaks.
    if ('cutAfter' in fate) setTimeout(() => to.socket?.destroy(), 20);
    return;
  }
  to.end();
}
