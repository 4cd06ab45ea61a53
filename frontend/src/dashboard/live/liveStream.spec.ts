import { LiveStream, pauseBefore } from './liveStream';

/** A server of which the test says how it answers; each answer is a stream that stays open. */
class Server {
  readonly asked: { at: number; headers: Record<string, string> }[] = [];
  private body?: ReadableStreamDefaultController<Uint8Array>;
  answer = (): Response | Promise<Response> => this.stream(changed('1'));

  open = (headers: Record<string, string>, signal: AbortSignal): Promise<Response> => {
    this.asked.push({ headers, at: Date.now() });
    const cut = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(new Error('cut'));
        this.body?.error(new Error('cut'));
        this.body = undefined;
      });
    });
    return Promise.race([this.answer(), cut]);
  };

  stream(first?: string): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.body = controller;
      },
    });
    if (first) this.tell(first);
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  }

  tell(text: string): void {
    this.body?.enqueue(new TextEncoder().encode(text));
  }

  end(): void {
    this.body?.close();
    this.body = undefined;
  }
}

const changed = (id: string, ...topics: string[]) =>
  `id: ${id}\nevent: changed\ndata: ${JSON.stringify({ topics })}\n\n`;

const SECOND = 1_000;
const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * SECOND);

describe('the stream', () => {
  let server: Server;
  let heard: string[];
  let stream: LiveStream;

  beforeEach(() => {
    // The longest pauses of all.
    jest.spyOn(Math, 'random').mockReturnValue(1);
    jest.useFakeTimers();
    server = new Server();
    heard = [];
    stream = new LiveStream({
      open: server.open,
      changed: (topics) => heard.push(`told ${topics.join()}`),
      lost: () => heard.push('lost'),
      refused: () => heard.push('refused'),
    });
  });
  afterEach(() => {
    stream.rest();
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('tells what it hears, through one connection, which beats keep', async () => {
    stream.wake();
    stream.wake();
    await pass(0);
    for (let n = 0; n < 10; n++) {
      await pass(15);
      server.tell(':\n\n');
    }
    server.tell(changed('2', 'videos', 'photos'));
    await pass(0);
    expect(heard).toEqual(['told ', 'told videos,photos']);
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]?.headers).toEqual({ Accept: 'text/event-stream' });
  });

  it('goes on after a break where it was', async () => {
    stream.wake();
    await pass(0);
    server.tell(changed('2.5', 'videos'));
    await pass(0);
    server.end();
    await pass(0.5);
    expect(server.asked).toMatchObject([{}, { headers: { 'Last-Event-ID': '2.5' } }]);
    await pass(60);
    expect(heard).not.toContain('lost');
  });

  it('takes silence for a break', async () => {
    stream.wake();
    await pass(34);
    expect(server.asked).toHaveLength(1);
    await pass(2);
    expect(server.asked).toHaveLength(2);
  });

  it.each([
    ['an error', () => new Response('{}', { status: 503 })],
    [
      'something else than a stream',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['nothing', () => Promise.reject(new TypeError('fetch failed'))],
    ['never', () => new Promise<never>(() => undefined)],
  ])('is lost, once, where the answer is %s, and found when it comes', async (_, answer) => {
    stream.wake();
    await pass(0);
    server.answer = answer;
    server.end();
    await pass(1);
    expect(heard).toEqual(['told ']);
    await pass(3);
    expect(heard).toEqual(['told ', 'lost']);
    await pass(120);
    expect(heard).toEqual(['told ', 'lost']);
    server.answer = () => server.stream(changed('9', 'photos'));
    await pass(40);
    expect(heard.slice(0, 3)).toEqual(['told ', 'lost', 'told photos']);
    server.end();
    server.answer = answer;
    await pass(4);
    expect(heard.at(-1)).toBe('lost');
  });

  it('is lost too where the first event never gets through', async () => {
    server.answer = () => server.stream();
    stream.wake();
    await pass(9);
    expect([heard, server.asked.length]).toEqual([['lost'], 1]);
    await pass(2);
    expect(server.asked).toHaveLength(2);
  });

  it('asks less and less while nobody answers, and from the start after a good stream', async () => {
    server.answer = () => Promise.reject(new TypeError('fetch failed'));
    stream.wake();
    await pass(600);
    const pauses = server.asked.slice(1).map(({ at }, n) => at - (server.asked[n]?.at ?? 0));
    expect(pauses[0]).toBeLessThanOrEqual(500);
    for (const [n, pause] of pauses.entries())
      expect(pause).toBeGreaterThanOrEqual(Math.min(15 * SECOND, 250 * 2 ** n));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30 * SECOND);
    expect(server.asked.length).toBeLessThan(50);

    server.answer = () => server.stream(changed('1'));
    stream.wake();
    await pass(20);
    const asked = server.asked.length;
    server.end();
    await pass(0.5);
    expect(server.asked).toHaveLength(asked + 1);
  });

  it('does not storm a server that ends every stream at once', async () => {
    server.answer = () => {
      const answer = server.stream(changed('1'));
      server.end();
      return answer;
    };
    stream.wake();
    await pass(60);
    expect(server.asked.length).toBeLessThan(12);
  });

  it('ends with the session', async () => {
    server.answer = () => new Response('{}', { status: 401 });
    stream.wake();
    await pass(600);
    expect([heard, server.asked.length]).toEqual([['refused'], 1]);
  });

  it('is silent while it rests, and goes on where it was when it wakes', async () => {
    stream.wake();
    await pass(0);
    server.tell(changed('3', 'videos'));
    await pass(0);
    stream.rest();
    await pass(600);
    expect([heard, server.asked.length]).toEqual([['told ', 'told videos'], 1]);
    stream.wake();
    await pass(0);
    expect(server.asked[1]).toMatchObject({ headers: { 'Last-Event-ID': '3' } });
  });

  it('does not wait out a pause when it is woken', async () => {
    server.answer = () => Promise.reject(new TypeError('fetch failed'));
    stream.wake();
    await pass(100);
    const asked = server.asked.length;
    await pass(1);
    stream.wake();
    await pass(0);
    expect(server.asked).toHaveLength(asked + 1);
  });
});

it('leaves half of each pause to chance', () => {
  expect([pauseBefore(0, 0), pauseBefore(0, 1)]).toEqual([250, 500]);
  expect([pauseBefore(3, 0), pauseBefore(3, 1)]).toEqual([2_000, 4_000]);
  expect([pauseBefore(40, 0), pauseBefore(40, 1)]).toEqual([15_000, 30_000]);
});
