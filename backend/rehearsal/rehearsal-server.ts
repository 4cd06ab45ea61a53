import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Clock } from '../common/clock';
import { dropFile, readCall, type GraphCall } from './graph-call';
import { AnswerLost, graphError, GraphRefusal } from './graph-refusal';
import { answerCall } from './graph-routes';
import type { World } from './graph-world';
import { listenLastingly } from './lasting-port';
import { RehearsalNetwork, type Kind } from './rehearsal-network';
import { receiveBytes } from './rupload';

const UPLOAD_PATH = /^\/(?:video-upload|ig-api-upload)\/(?:v\d+\.\d+\/)?([^/]+)$/;

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
  await network.store.sweepParts(clock.now());
  const server = createServer();
  const origin = `http://127.0.0.1:${await listenLastingly(server, dir, port)}`;
  const world: World = { network, origin, permalink: permalinkOf(publicUrl) };
  // A slow line may need hours for a video; a head has no such excuse (Node's own limit stays).
  server.requestTimeout = 0;
  server.on('request', (request, response) => void respond(world, request, response));
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { status, body, headers } = await answer(world, request);
    // What was not read is thrown away, so that the sender gets to the answer.
    request.resume();
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json; charset=UTF-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'facebook-api-version': 'v26.0',
      ...headers,
    });
    response.end(text);
  } catch {
    // The answer is to be lost, or there is nobody left to hear it.
    request.socket.destroy();
  }
}

interface Answer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

async function answer(world: World, request: IncomingMessage): Promise<Answer> {
  let call: GraphCall | undefined;
  try {
    const url = new URL(request.url ?? '/', world.origin);
    // A web page has no business here: programs do not send this header.
    if (request.headers.origin !== undefined)
      throw graphError(10, '(#10) Not for browsers.', { status: 403 });
    const upload = request.method === 'POST' ? UPLOAD_PATH.exec(url.pathname)?.[1] : undefined;
    if (upload !== undefined) return { status: 200, body: await receiveBytes(world, request, upload) };
    call = await readCall(request, url, world.network.store);
    return { status: 200, ...(await answerCall(world, call)) };
  } catch (error) {
    return refusalOf(error, request);
  } finally {
    await dropFile(call);
  }
}

function refusalOf(error: unknown, request: IncomingMessage): Answer {
  if (error instanceof GraphRefusal) return error;
  if (error instanceof AnswerLost || request.destroyed) throw error;
  const message = error instanceof Error ? error.message : 'unknown';
  return graphError(1, `An unknown error occurred: ${message}`, { status: 500, isTransient: true });
}

function permalinkOf(publicUrl: string | undefined) {
  if (publicUrl === undefined)
    return (kind: Kind, id: string) => `https://www.facebook.com/${WORDS[kind]}/${id}`;
  const page = `${publicUrl.replace(/\/+$/, '')}/rehearsal`;
  return (_kind: Kind, id: string) => `${page}#post-${id}`;
}

const WORDS: Record<Kind, string> = {
  reel: 'reel',
  video: 'watch',
  session: 'watch',
  photo: 'photo',
  post: 'posts',
  container: 'reel',
  media: 'reel',
};
