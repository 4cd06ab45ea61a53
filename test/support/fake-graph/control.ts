import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { FakeGraph } from './fake-graph';

const calls = [
  'addPage',
  'answerDialogs',
  'revoke',
  'restore',
  'expireContainer',
  'fault',
  'clearFaults',
  'waitForCall',
  'waitForPublished',
  'history',
  'published',
  'violations',
  'expectBytes',
  'expectNotBefore',
] as const;

export type ControlCall = (typeof calls)[number];

/** `POST /__control {"call": "fault", "args": [{…}]}` answers `{"result": …}` or `{"error": "…"}`. */
export function controlServer(fake: FakeGraph): Server {
  return createServer((req, res) => {
    void obey(fake, req)
      .then((result) => ({ status: 200, body: { result: result ?? null } }))
      .catch((error: unknown) => ({ status: 400, body: { error: (error as Error).message } }))
      .then(({ status, body }) => {
        res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
  });
}

async function obey(fake: FakeGraph, req: IncomingMessage): Promise<unknown> {
  if (req.method !== 'POST' || req.url !== '/__control') throw new Error('POST /__control');
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  const { call, args = [] } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
    call: ControlCall;
    args?: unknown[];
  };
  if (!calls.includes(call)) throw new Error(`no call ${call}`);
  return (fake[call] as (...args: unknown[]) => unknown).apply(fake, args);
}
