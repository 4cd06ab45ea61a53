import { setImmediate as turn } from 'node:timers/promises';
import { FairQueue } from './fair-queue';
import { LineIsFull } from './limiter';

/** Tasks that end when they are told to. */
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

describe('a fair queue', () => {
  it('runs one task of a key at a time, and another key beside it', async () => {
    const { bring, started, end } = bound(desk());
    void bring('a', 'a1');
    void bring('a', 'a2');
    void bring('b', 'b1');
    await turn();
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('goes round the keys, whoever brought more', async () => {
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

  it('refuses who comes when too many wait, of one key and in all', async () => {
    const { bring } = bound(desk(1, 2, 3));
    for (const name of ['a1', 'a2', 'a3']) void bring('a', name);
    await expect(bring('a', 'a4')).rejects.toThrow(LineIsFull);
    void bring('b', 'b1');
    await expect(bring('c', 'c1')).rejects.toThrow(LineIsFull);
  });

  it('forgets who gives up, in the line and before', async () => {
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

  it('goes on after a task that failed', async () => {
    const queue = new FairQueue<string>(1, { perKey: 1, inAll: 1 });
    await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(queue.run('a', () => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});

function bound(of: Desk) {
  return { bring: of.bring.bind(of), started: of.started, end: of.end.bind(of) };
}
