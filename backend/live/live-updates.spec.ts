import { EventEmitter, once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { SchedulerRegistry } from '@nestjs/schedule';
import { eventually } from '../../test/support/client';
import { turnsDuring } from '../../test/support/event-loop-turns';
import type { Activity } from '../activity/activity';
import type { Caller } from '../common/http/caller.decorator';
import { Clock } from '../common/time/clock';
import { TOPICS, type ChangeCounters, type Versions } from '../users/change-counters';
import { LiveUpdates } from './live-updates';

const VERSIONS = Object.fromEntries(TOPICS.map((topic) => [topic, 0])) as Versions;

/** A response that takes everything, and counts what it was sent. */
class Answer extends EventEmitter {
  readonly req = { socket: Object.assign(new EventEmitter(), { destroyed: false }) };
  readonly socket = { setKeepAlive: () => undefined };
  readonly writableLength = 0;
  writableEnded = false;
  destroyed = false;
  beats = 0;
  writeHead = () => this;
  write = (text: string) => void (this.beats += Number(text === ':\n\n'));
  end = () => {
    this.writableEnded = true;
    this.emit('close');
  };
}

const liveUpdatesWith = (counters: object) =>
  new LiveUpdates(
    counters as ChangeCounters,
    { usersDeletedSince: () => Promise.resolve([]) } as unknown as Activity,
    new Clock(),
    new SchedulerRegistry(),
  );

it('spreads the round over its looks, and lets others work while it tells many streams', async () => {
  const asked: number[] = [];
  let ended: number[] = [];
  const counters = {
    open: () => Promise.resolve({ ...VERSIONS }),
    changedSince: () => Promise.resolve(new Map(answers.map((_answer, n) => [n, { videos: 1 }]))),
    ofOpenSessions: (ids: number[]) => {
      asked.push(...ids);
      return Promise.resolve(new Map(ids.filter((id) => !ended.includes(id)).map((id) => [id, VERSIONS])));
    },
  };
  const answers = Array.from({ length: 600 }, () => new Answer());
  const live = liveUpdatesWith(counters);
  try {
    for (const [n, answer] of answers.entries())
      await live.follow(
        { id: n, sessionId: n } as unknown as Caller,
        undefined,
        answer as unknown as ServerResponse,
        {},
      );
    const beats = () => answers.reduce((sum, answer) => sum + answer.beats, 0);
    for (let look = 1; look <= 15; look++) {
      expect(await turnsDuring(() => live['work']())).toBeGreaterThan(100);
      expect([beats(), asked.length]).toEqual([40 * look, 40 * look]);
    }
    expect(new Set(asked).size).toBe(600);
    ended = [7, 599];
    for (let look = 1; look <= 15; look++) await live['work']();
    expect(answers.flatMap(({ writableEnded }, n) => (writableEnded ? [n] : []))).toEqual([7, 599]);
    expect(beats()).toBe(1200);
  } finally {
    live.onModuleDestroy();
  }
});

it('lets the oldest streams of a user go, also when the oldest of all is not read', async () => {
  const counters = {
    open: () => Promise.resolve({ ...VERSIONS }),
    changedSince: () => Promise.resolve([]),
    ofOpenSessions: (ids: number[]) => Promise.resolve(new Map(ids.map((id) => [id, VERSIONS]))),
  };
  const live = liveUpdatesWith(counters);
  let followed = 0;
  const server = createServer((request, answer) => {
    if (request.url === '/large') return void answer.end(Buffer.alloc(64 * 1024 ** 2));
    void live
      .follow({ id: 1, sessionId: 1 } as unknown as Caller, undefined, answer, {})
      .then(() => followed++);
  }).listen(0);
  const { port } = server.address() as AddressInfo;
  const unread = connect(port).pause();
  const listeners: IncomingMessage[] = [];
  try {
    const closed = once(unread, 'close');
    unread.on('error', () => undefined);
    unread.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\nGET /events HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(
      () => Promise.resolve(followed),
      (streams) => streams === 1,
    );
    for (let n = 0; n < 25; n++) {
      const [listener] = (await once(get({ port, path: '/events', agent: false }), 'response')) as [
        IncomingMessage,
      ];
      listeners.push(listener.on('error', () => undefined).resume());
    }
    const open = () => listeners.filter(({ readableEnded }) => !readableEnded).length;
    await eventually(
      () => Promise.resolve(open()),
      (streams) => streams <= 20,
    );
    expect(open()).toBe(20);
    const sockets = () =>
      new Promise<number>((done) => server.getConnections((_error, count) => done(count)));
    await eventually(sockets, (count) => count <= 20);
    unread.resume();
    await closed;
  } finally {
    live.onModuleDestroy();
    unread.destroy();
    for (const listener of listeners) listener.destroy();
    server.close();
    server.closeAllConnections();
  }
});
