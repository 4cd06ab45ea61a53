import { setImmediate as turn } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually';
import type { Queue } from './queue';

/** A fresh queue of one kind. */
export interface QueueUnderTest {
  queue: Queue;
  /** Waits as long as this kind takes to begin a work that it is free to begin. */
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

/** What the publisher relies on, whichever queue wakes it. */
export function queueContract(name: string, make: () => Promise<QueueUnderTest>): void {
  describe(`the queue contract, by ${name}`, () => {
    let tested: QueueUnderTest;
    let queue: Queue;
    let works: Works;

    beforeEach(async () => {
      tested = await make();
      ({ queue } = tested);
      works = new Works();
    });
    afterEach(() => tested.end());

    const beginsNothingMore = async (ids: number[]) => {
      await tested.quiet();
      expect(works.begun).toEqual(ids);
    };

    it('works what it is woken for, in the order in which it was woken', async () => {
      queue.serve(works.work, 3);
      for (const id of [7, 3, 5]) queue.wake(id);
      await works.begins([7, 3, 5]);
    });

    it('begins what it was woken for before it was served', async () => {
      queue.wake(1);
      await beginsNothingMore([]);
      queue.serve(works.work, 2);
      await works.begins([1]);
    });

    it('works no more at once than its width, and goes on as soon as one ends', async () => {
      queue.serve(works.work, 2);
      for (const id of [1, 2, 3, 4]) queue.wake(id);
      await works.begins([1, 2]);
      await beginsNothingMore([1, 2]);
      works.end(2);
      await works.begins([1, 2, 3]);
      works.end(1);
      await works.begins([1, 2, 3, 4]);
    });

    it('is not woken twice for what waits in line or is at work', async () => {
      queue.serve(works.work, 1);
      for (const id of [1, 1, 2, 2, 1]) queue.wake(id);
      await works.begins([1]);
      works.end(1);
      await works.begins([1, 2]);
      works.end(2);
      await beginsNothingMore([1, 2]);
    });

    it('works the same again when it is woken after the end', async () => {
      queue.serve(works.work, 1);
      queue.wake(1);
      await works.begins([1]);
      works.end(1);
      await turn();
      queue.wake(1);
      await works.begins([1, 1]);
    });

    it('tells at once how many places are free', async () => {
      expect(queue.free).toBe(0);
      queue.serve(works.work, 2);
      expect(queue.free).toBe(2);
      queue.wake(1);
      expect(queue.free).toBe(1);
      for (const id of [2, 3]) queue.wake(id);
      expect(queue.free).toBe(0);
      await works.begins([1, 2]);
      works.end(1);
      await works.begins([1, 2, 3]);
      for (const id of [2, 3]) works.end(id);
      await eventually(
        () => Promise.resolve(queue.free),
        (free) => free === 2,
      );
    });

    it('begins nothing more once it drains, and waits for what is at work', async () => {
      queue.serve(works.work, 1);
      queue.wake(1);
      queue.wake(2);
      await works.begins([1]);
      let drained = false;
      const draining = queue.drain().then(() => (drained = true));
      queue.wake(3);
      await beginsNothingMore([1]);
      expect(drained).toBe(false);
      works.end(1);
      await draining;
      await beginsNothingMore([1]);
    });

    it('drains at once when nothing is at work', async () => {
      await expect(queue.drain()).resolves.toBeUndefined();
    });
  });
}
