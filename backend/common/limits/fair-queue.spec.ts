import { setImmediate as turn } from 'node:timers/promises';
import { FairQueue } from './fair-queue';
import { LineIsFull } from './limiter';

/** Tasks that end on demand. */
class Desk {
  readonly started: string[] = [];
  private readonly ends = new Map<string, () => void>();

  constructor(readonly queue: FairQueue<string>) {}

  bring(key: string, name: string, signal?: AbortSignal): Promise<string> {
    return this.queue.run(
      key,
      () => {
        this.started.push(name);
        return new Promise((resolve) => this.ends.set(name, () => resolve(name)));
      },
      signal,
    );
  }

  async end(name: string): Promise<void> {
    this.ends.get(name)?.();
    await turn();
  }
}

const desk = (width = 2, perKey = 40, inAll = 100) => new Desk(new FairQueue(width, { perKey, inAll }));

describe('FairQueue', () => {
  it('runs one task per key at a time, beside those of other keys', async () => {
    const { bring, started, end } = bound(desk());
    void bring('a', 'a1');
    void bring('a', 'a2');
    void bring('b', 'b1');
    await turn();
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('rotates among the keys, however many tasks one of them has', async () => {
    const { bring, started, end } = bound(desk(1));
    for (const name of ['a1', 'a2', 'a3', 'a4']) void bring('a', name);
    void bring('b', 'b1');
    void bring('b', 'b2');
    void bring('c', 'c1');
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) {
      await turn();
      expect(started.at(-1)).toBe(name);
      await end(name);
    }
  });

  it('refuses a task when too many wait, of its key or in all', async () => {
    const { bring } = bound(desk(1, 2, 3));
    for (const name of ['a1', 'a2', 'a3']) void bring('a', name);
    await expect(bring('a', 'a4')).rejects.toThrow(LineIsFull);
    void bring('b', 'b1');
    await expect(bring('c', 'c1')).rejects.toThrow(LineIsFull);
  });

  it('drops a task that is aborted, while it waits or before', async () => {
    const { bring, started, end } = bound(desk(1));
    void bring('a', 'a1');
    const away = new AbortController();
    const given = bring('a', 'a2', away.signal);
    void bring('a', 'a3');
    away.abort(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
    await expect(bring('b', 'b1', away.signal)).rejects.toThrow('gone');
    await end('a1');
    expect(started).toEqual(['a1', 'a3']);
  });

  it('continues after a task that failed', async () => {
    const queue = new FairQueue<string>(1, { perKey: 1, inAll: 1 });
    await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(queue.run('a', () => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});

function bound(of: Desk) {
  return { bring: of.bring.bind(of), started: of.started, end: of.end.bind(of) };
}
