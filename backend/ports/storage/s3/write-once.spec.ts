import type { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Bucket } from './bucket';
import { BucketError } from '../bucket-error';
import { writeOnce } from './write-once';

/** What becomes of a write: `late` and `lost` are not answered in time, and take effect with the next call, or never. */
type Fate = 'late' | 'lost' | 'done, unanswered';

/** A bucket of one object. */
class OneObject {
  text?: string;
  writes = 0;
  fates: Fate[] = [];
  private late: (() => void)[] = [];

  constructor(private readonly condition: 'kept' | 'ignored' | 'unknown') {}

  get bucket(): Bucket {
    const send = (command: PutObjectCommand) => this.put(command.input);
    return {
      at: (Key: string) => ({ Bucket: 'bucket', Key }),
      text: () => Promise.resolve(this.text),
      ask: (call: (client: unknown, options: unknown) => Promise<unknown>) => call({ send }, {}),
    } as unknown as Bucket;
  }

  private put({ Body, IfNoneMatch }: PutObjectCommand['input']): Promise<void> {
    this.writes++;
    const write = () => {
      if (!IfNoneMatch || this.condition !== 'kept' || this.text === undefined) this.text = Body as string;
    };
    for (const come of this.late.splice(0)) come();
    const fate = this.fates.shift();
    if (fate === 'late') this.late.push(write);
    if (fate === 'done, unanswered') write();
    if (fate) return Promise.reject(new BucketError('ETIMEDOUT'));
    if (IfNoneMatch && this.condition === 'unknown')
      return Promise.reject(new BucketError('NotImplemented', 501));
    if (IfNoneMatch && this.condition === 'kept' && this.text !== undefined)
      return Promise.reject(new BucketError('PreconditionFailed', 412));
    write();
    return Promise.resolve();
  }
}

const write = (store: OneObject, text = 'mine') => writeOnce(store.bucket, 'mark', text, 10);

describe('a text that is written once', () => {
  describe.each(['kept', 'ignored', 'unknown'] as const)('where the condition is %s', (condition) => {
    it('is written, and never over another', async () => {
      const store = new OneObject(condition);
      expect([await write(store), await write(store, 'theirs'), store.text]).toEqual([true, false, 'mine']);
    });
  });

  it.each<[Fate[]]>([[['late']], [['lost']], [['done, unanswered']], [['lost', 'late', 'lost']]])(
    'is written again after %j',
    async (fates) => {
      const store = new OneObject('kept');
      store.fates = fates;
      expect([await write(store), store.text]).toEqual([true, 'mine']);
    },
  );

  it("is refused when another's has come while its own was not answered", async () => {
    const store = new OneObject('kept');
    store.fates = ['lost'];
    const writing = write(store);
    await new Promise((done) => setTimeout(done, 50));
    store.text = 'theirs';
    expect([await writing, store.text]).toEqual([false, 'theirs']);
  });

  it.each(['ignored', 'unknown'] as const)(
    'fails without an answer where the condition is %s: a late write could be over another',
    async (condition) => {
      const store = new OneObject(condition);
      store.fates = ['lost'];
      await expect(write(store)).rejects.toThrow('ETIMEDOUT');
    },
  );

  it('fails when nothing is ever answered', async () => {
    const store = new OneObject('kept');
    store.fates = Array.from({ length: 99 }, () => 'lost');
    await expect(write(store)).rejects.toThrow('ETIMEDOUT');
    expect(store.writes).toBeLessThan(10);
  });
});
