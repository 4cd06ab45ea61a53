import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Clock } from '../common/clock';
import type { Settings } from '../meta-world/call';
import { headersOf, permalinkOf } from '../meta-world/perform';
import { listenLastingly } from './lasting-port';
import { RehearsalConversation } from './rehearsal-conversation';
import { RehearsalNetwork } from './rehearsal-network';

export interface RehearsalServerOptions {
  /** Where everything is kept; may be shared with other processes. */
  dir: string;
  /** 0: the one that this folder's server had before, or one that is free. */
  port?: number;
  /** The product's own address: links of posts then lead to its rehearsal page. Without it they look like Meta's. */
  publicUrl?: string;
  clock?: Clock;
}

export interface RehearsalServer {
  /** To be used as the address of the Graph host and of the upload host alike. */
  origin: string;
  close(): Promise<void>;
}

/** Meta's wire protocol on the loopback interface; nothing leaves this computer. */
export async function startRehearsalServer(options: RehearsalServerOptions): Promise<RehearsalServer> {
  const { dir, port = 0, publicUrl, clock = new Clock() } = options;
  const network = new RehearsalNetwork(dir, clock);
  network.store.sweepParts(clock.now());
  const server = createServer();
  const origin = `http://127.0.0.1:${await listenLastingly(server, dir, port)}`;
  const settings: Settings = {
    version: 'v26.0',
    graphUrl: origin,
    ruploadUrl: origin,
    readyBeforeFinish: false,
    permalink: permalinks(publicUrl),
  };
  // A slow line may need hours for a video; a head has no such excuse (Node's own limit stays).
  server.requestTimeout = 0;
  server.on('request', (request, response) => void respond(network, settings, request, response));
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  network: RehearsalNetwork,
  settings: Settings,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const answer = await new RehearsalConversation(network, settings, request).answer();
    // What was not read is thrown away, so that the sender gets to the answer.
    request.resume();
    const text = JSON.stringify(answer.body);
    response.writeHead(answer.status, {
      ...headersOf(answer, settings.version),
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
    });
    response.end(text);
  } catch {
    // The answer is to be lost, or nothing is left to hear it.
    request.socket.destroy();
  }
}

function permalinks(publicUrl: string | undefined): Settings['permalink'] {
  if (publicUrl === undefined) return permalinkOf;
  const page = `${publicUrl.replace(/\/+$/, '')}/rehearsal`;
  return (_kind, _owner, id) => `${page}#post-${id}`;
}
