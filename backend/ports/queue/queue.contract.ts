import { setImmediate as turn } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually';
import type { Queue } from './queue';

/** How often the accounts have changed. A wake for a state that is known already may be left out. */
let changes = 0;

/** A fresh queue of one kind. */
export interface QueueUnderTest {
  queue: Queue;
  /** Waits until this kind of queue would have begun any work that it has room for. */
  quiet(): Promise<void>;
  end(): Promise<void>;
}

/** Works that a test ends by hand. */
class Works {
  readonly begun: number[] = [];
  private readonly open = new Map<number, () => void>();

  readonly work = (id: number): Promise<void> => {
    this.begun.push(id);
    return new Promise((resolve) => this.open.set(id, resolve));
  };

  end(id: number): void {
    this.open.get(id)?.();
    this.open.delete(id);
  }

  begins(ids: number[]): Promise<unknown> {
    return eventually(
      () => Promise.resolve(this.begun),
      (begun) => begun.length >= ids.length,
    ).then((begun) => expect(begun).toEqual(ids));
  }
}

/** What the publisher relies on. Every queue runs it. */
export function queueContract(name: string, make: () => Promise<QueueUnderTest>): void {
  describe(`the queue contract, by ${name}`, () => {
    let tested: QueueUnderTest;
    let queue: Queue;
    let works: Works;

    beforeEach(async () => {
      changes++;
      tested = await make();
      ({ queue } = tested);
      works = new Works();
    });
    afterEach(() => tested.end());

    const beginsNothingMore = async (ids: number[]) => {
      await tested.quiet();
      expect(works.begun).toEqual(ids);
    };

    it('works on what it is woken for, in that order', async () => {
      queue.serve(works.work, 3);
      for (const id of [7, 3, 5]) queue.wake(id, changes);
      await works.begins([7, 3, 5]);
    });

    it('begins what it was woken for before it was served', async () => {
      queue.wake(1, changes);
      await beginsNothingMore([]);
      queue.serve(works.work, 2);
      await works.begins([1]);
    });

    it('runs at most `width` works at the same time, and begins another when one ends', async () => {
      queue.serve(works.work, 2);
      for (const id of [1, 2, 3, 4]) queue.wake(id, changes);
      await works.begins([1, 2]);
      await beginsNothingMore([1, 2]);
      works.end(2);
      await works.begins([1, 2, 3]);
      works.end(1);
      await works.begins([1, 2, 3, 4]);
    });

    it('ignores a wake for what is in line or running', async () => {
      queue.serve(works.work, 1);
      for (const id of [1, 1, 2, 2, 1]) queue.wake(id, changes);
      await works.begins([1]);
      works.end(1);
      await works.begins([1, 2]);
      works.end(2);
      await beginsNothingMore([1, 2]);
    });

    it('runs the same work again when it is woken after its end', async () => {
      queue.serve(works.work, 1);
      queue.wake(1, changes);
      await works.begins([1]);
      works.end(1);
      await turn();
      queue.wake(1, changes);
      await works.begins([1, 1]);
    });

    it('runs the work again at once when the account changes while it is at work elsewhere', async () => {
      queue.serve(works.work, 1);
      queue.wake(1, changes);
      await works.begins([1]);
      works.end(1);
      await turn();
      queue.wake(1, ++changes);
      await works.begins([1, 1]);
    });

    it('has free places for what it is not working on', async () => {
      expect(queue.free).toBe(0);
      queue.serve(works.work, 2);
      expect(queue.free).toBe(2);
      queue.wake(1, changes);
      await works.begins([1]);
      expect(queue.free).toBe(1);
      for (const id of [2, 3]) queue.wake(id, changes);
      await works.begins([1, 2]);
      expect(queue.free).toBe(0);
      works.end(1);
      await works.begins([1, 2, 3]);
      for (const id of [2, 3]) works.end(id);
      await eventually(
        () => Promise.resolve(queue.free),
        (free) => free === 2,
      );
    });

    it('is healthy', () => {
      expect(queue.health).toBe('ok');
    });

    it('begins nothing while it drains, and waits for what is running', async () => {
      queue.serve(works.work, 1);
      queue.wake(1, changes);
      queue.wake(2, changes);
      await works.begins([1]);
      let drained = false;
      const draining = queue.drain().then(() => (drained = true));
      queue.wake(3, changes);
      await beginsNothingMore([1]);
      expect(drained).toBe(false);
      works.end(1);
      await draining;
      await beginsNothingMore([1]);
    });

    it('drains immediately when nothing is running', async () => {
      await expect(queue.drain()).resolves.toBeUndefined();
    });
  });
}
