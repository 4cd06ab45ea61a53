import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Clock } from '../common/time/clock';
import type { MetaApp, Settings } from '../meta-world/call';
import { headersOf, permalinkOf } from '../meta-world/perform';
import type { Site } from './fetched-picture';
import { listenLastingly } from './lasting-port';
import { RehearsalConversation } from './rehearsal-conversation';
import { RehearsalNetwork } from './rehearsal-network';
import { rehearsalPicture } from './rehearsal-picture';

/** Few, so that the Pages of a person who has many come in several answers. */
const PAGES_AT_ONCE = 25;

export interface RehearsalServerOptions {
  /** The folder of the world. Several processes may share it. */
  dir: string;
  /** 0: the port that this folder used before, or a free one. */
  port?: number;
  /** The product's address: posts link to its rehearsal page. Without it, links look like Meta's. */
  publicUrl?: string;
  clock?: Clock;
  /** The app of the login dialog; without it, nobody can log in. */
  app?: MetaApp;
}

export interface RehearsalServer {
  /** The address of both the Graph host and the upload host. */
  origin: string;
  /** From now on pictures under the product's public address are fetched from where it listens. */
  reach(site: Site): void;
  close(): Promise<void>;
}

/** Serves Meta's wire protocol on the loopback interface. */
export async function startRehearsalServer(options: RehearsalServerOptions): Promise<RehearsalServer> {
  const { dir, port = 0, publicUrl, clock = new Clock(), app } = options;
  const network = new RehearsalNetwork(dir, clock, app);
  network.store.sweepParts(clock.now());
  const server = createServer();
  const origin = `http://127.0.0.1:${await listenLastingly(server, dir, port)}`;
  const settings: Settings = {
    version: 'v26.0',
    graphUrl: origin,
    ruploadUrl: origin,
    readyBeforeFinish: false,
    permalink: permalinks(publicUrl),
    loginApp: app,
    pagesAtOnce: PAGES_AT_ONCE,
    picturesUrl: `${origin}/pictures`,
  };
  // A slow connection may take hours for a video. Node's limit for the head of a request stays.
  server.requestTimeout = 0;
  server.on('request', (request, response) => void respond(network, settings, request, response));
  return {
    origin,
    reach: (site) => (network.site = site),
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
    const picture = await rehearsalPicture(request.url ?? '');
    if (picture) {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': picture.length });
      response.end(picture);
      return;
    }
    const answer = await new RehearsalConversation(network, settings, request).answer();
    // Discards the rest of the body, so that the client reads the answer.
    request.resume();
    const text = JSON.stringify(answer.body);
    response.writeHead(answer.status, {
      ...headersOf(answer, settings.version),
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
    });
    response.end(text);
  } catch {
    // The rehearsal of a lost answer, or the client has gone.
    request.socket.destroy();
  }
}

function permalinks(publicUrl: string | undefined): Settings['permalink'] {
  if (publicUrl === undefined) return permalinkOf;
  const page = `${publicUrl.replace(/\/+$/, '')}/rehearsal`;
  return (_kind, _owner, id) => `${page}#post-${id}`;
}
