import { ApiError } from '../../../api';
import type { SubscriptionLeft } from '../../../types';
import type { Reading } from './reading';
import type { FileToSend, Sending } from './sendFile';
import { UploadQueue } from './uploadQueue';
import type { Batch, UploadChange } from './upload';

jest.mock('../../../session', () => ({ currentSession: () => ({ token: null, user: null }) }));
jest.mock('../../../serverReachability', () => ({}));

const left = { remaining_submissions: 4, remaining_storage: 1024 };
const NONE: Record<string, UploadChange> = {};
const file = (name: string) => new File(['x'], name);
/** Longer than a few uploads take to begin, one after the other. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

function harness(
  read: (file: File) => Reading | Promise<Reading> = () => ({ poster: null }),
  { beginsAtOnce = true, stopped = NONE } = {},
) {
  const begin: (() => void)[] = [];
  const underway: (Pick<FileToSend, 'title' | 'description' | 'time'> & {
    name: string;
    arrive: (leaving?: SubscriptionLeft) => void;
    fail: (error: unknown) => void;
  })[] = [];
  const batches: Batch[] = [];
  const discarded: string[] = [];
  const queue = new UploadQueue({
    field: 'videos[]',
    read: (chosen) => Promise.resolve(read(chosen)),
    send: ({ file: { name }, title, description, time }: FileToSend, { signal, onBegun }: Sending) =>
      new Promise((resolve, reject) => {
        begin.push(onBegun);
        if (beginsAtOnce) onBegun();
        const arrive = (leaving = left) => {
          resolve({ subscription_status: leaving });
        };
        underway.push({ name, title, description, time, arrive, fail: reject });
        signal.addEventListener('abort', () => {
          reject(new DOMException('', 'AbortError'));
        });
      }),
    stoppedUploadOf: ({ name }) => stopped[name],
    discard: ({ name }) => discarded.push(name),
    onUploaded: () => undefined,
    onSettled: (batch) => batches.push(batch),
  });
  const states = () => queue.snapshot().map(({ file: { name }, state }) => `${name} ${state}`);
  return { queue, underway, batches, states, begin, discarded };
}

it('sends three at a time, and tells once how it went', async () => {
  const { queue, underway, batches, states } = harness();
  queue.add(['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4'].map(file));
  await settled();
  queue.start();
  await settled();
  expect(states()).toEqual(['a.mp4 sending', 'b.mp4 sending', 'c.mp4 sending', 'd.mp4 waiting']);

  underway[1]?.arrive();
  await settled();
  expect(states()).toEqual(['a.mp4 sending', 'c.mp4 sending', 'd.mp4 sending']);
  expect(batches).toEqual([]);

  underway.forEach(({ arrive }) => {
    arrive();
  });
  await settled();
  expect(states()).toEqual([]);
  expect(batches).toEqual([{ uploaded: 4, failed: 0, left, subscriptionRequired: false }]);
});

it('begins one after the other, in the order in which they were chosen', async () => {
  const { queue, underway, states, begin } = harness(undefined, { beginsAtOnce: false });
  queue.add(['a.mp4', 'b.mp4', 'c.mp4'].map(file));
  await settled();
  queue.start();
  await settled();
  expect(states()).toEqual(['a.mp4 sending', 'b.mp4 waiting', 'c.mp4 waiting']);
  begin[0]?.();
  await settled();
  expect(underway.map(({ name }) => name)).toEqual(['a.mp4', 'b.mp4']);
  // One that ends before it began holds nobody up.
  underway[1]?.fail(new Error('cut'));
  await settled();
  expect(states()).toEqual(['a.mp4 sending', 'b.mp4 failed', 'c.mp4 sending']);
});

it('tells what is left in the end, in whichever order the answers come', async () => {
  const { queue, underway, batches } = harness();
  queue.add(['a.mp4', 'b.mp4'].map(file));
  await settled();
  queue.start();
  await settled();
  underway[1]?.arrive({ remaining_submissions: 8, remaining_storage: 10 });
  underway[0]?.arrive({ remaining_submissions: 9, remaining_storage: 20 });
  await settled();
  expect(batches).toMatchObject([{ left: { remaining_submissions: 8, remaining_storage: 10 } }]);
});

it('never sends what breaks a rule', async () => {
  const { queue, underway, states } = harness(({ name }) => ({
    poster: null,
    violation: name === 'bad.mov' ? 'Only MP4 videos are supported' : undefined,
  }));
  queue.add([file('bad.mov'), file('good.mp4')]);
  await settled();
  queue.start();
  expect(states()).toEqual(['bad.mov rejected', 'good.mp4 sending']);
  expect(underway.map(({ name }) => name)).toEqual(['good.mp4']);
});

it('sends also what was being checked when it was started, in the order in which it was chosen', async () => {
  const checked: Record<string, (reading: Reading) => void> = {};
  const { queue, underway, batches, states } = harness(({ name }) =>
    name === 'a.mp4' ? { poster: null } : new Promise((resolve) => (checked[name] = resolve)),
  );
  queue.add(['a.mp4', 'b.mp4', 'bad.mov', 'c.mp4'].map(file));
  await settled();
  queue.start();
  await settled();
  underway[0]?.arrive();
  checked['bad.mov']?.({ poster: null, violation: 'Only MP4 videos are supported' });
  checked['c.mp4']?.({ poster: null });
  await settled();
  expect(states()).toEqual(['b.mp4 checking', 'bad.mov rejected', 'c.mp4 waiting']);
  expect(batches).toEqual([]);
  checked['b.mp4']?.({ poster: null });
  await settled();
  expect(underway.map(({ name }) => name)).toEqual(['a.mp4', 'b.mp4', 'c.mp4']);
  underway.forEach(({ arrive }) => {
    arrive();
  });
  await settled();
  expect(batches).toMatchObject([{ uploaded: 3, failed: 0 }]);
});

it('waits for no check of a file that is removed, and for none that a refusal has held back', async () => {
  const slow: ((reading: Reading) => void)[] = [];
  const { queue, underway, batches, states } = harness(({ name }) =>
    name === 'slow.mp4' ? new Promise((resolve) => slow.push(resolve)) : { poster: null },
  );
  queue.add(['slow.mp4', 'a.mp4'].map(file));
  await settled();
  queue.start();
  await settled();
  expect(states()).toEqual(['slow.mp4 checking', 'a.mp4 waiting']);
  queue.remove(1);
  queue.add([file('slow.mp4')]);
  queue.start();
  underway[0]?.fail(new ApiError(403, 'subscription_required', 'Subscribe'));
  await settled();
  expect(queue.snapshot().map(({ isToFollow }) => isToFollow)).toEqual([false, false]);
  expect(batches).toMatchObject([{ failed: 1, subscriptionRequired: true }]);
  slow.forEach((end) => {
    end({ poster: null });
  });
  await settled();
  expect(states()).toEqual(['a.mp4 failed', 'slow.mp4 ready']);
});

it('keeps the server’s sentence beside the file, and sends it again on retry', async () => {
  const { queue, underway, batches } = harness();
  queue.add([file('a.mp4')]);
  await settled();
  queue.edit(1, { title: '  ', description: ' Fresh bread ', time: '2026-12-01T18:30' });
  queue.start();
  underway[0]?.fail(
    new ApiError(422, 'validation_failed', 'Bad file', { 'a.mp4': ['Video must have a 9:16 aspect ratio'] }),
  );
  await settled();
  expect(queue.snapshot()[0]).toMatchObject({
    state: 'failed',
    message: 'Video must have a 9:16 aspect ratio',
  });
  expect(batches[0]).toMatchObject({ uploaded: 0, failed: 1 });

  queue.retry(1);
  expect(underway[1]).toMatchObject({
    title: 'a',
    description: 'Fresh bread',
    time: '2026-12-01 18:30:00',
  });
});

it('counts a cancelled upload as no failure', async () => {
  const { queue, batches, states } = harness();
  queue.add([file('a.mp4')]);
  await settled();
  queue.start();
  queue.cancel(1);
  await settled();
  expect(states()).toEqual(['a.mp4 failed']);
  expect(batches[0]?.failed).toBe(0);
});

it('holds the rest back once a subscription is required', async () => {
  const { queue, underway, batches, states } = harness();
  queue.add(['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4'].map(file));
  await settled();
  queue.start();
  await settled();
  underway.forEach(({ fail }) => {
    fail(new ApiError(403, 'subscription_required', 'Subscribe'));
  });
  await settled();
  expect(states()).toContain('d.mp4 ready');
  expect(underway).toHaveLength(3);
  expect(batches).toEqual([{ uploaded: 0, failed: 3, left: null, subscriptionRequired: true }]);
});

it('sends what was not answered again only where that one is tried again, and holds the rest back', async () => {
  const { queue, underway, states } = harness();
  queue.add(['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4'].map(file));
  await settled();
  queue.start();
  await settled();
  underway[0]?.fail(new ApiError(0, 'unanswered', 'Look first'));
  await settled();
  expect(states()).toEqual(['a.mp4 unanswered', 'b.mp4 sending', 'c.mp4 sending', 'd.mp4 ready']);
  expect(queue.snapshot()[0]?.message).toBe('Look first');
  queue.start();
  await settled();
  expect(underway.map(({ name }) => name)).toEqual(['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4']);
  queue.retry(1);
  underway[1]?.arrive();
  await settled();
  expect(underway.map(({ name }) => name)).toEqual(['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4', 'a.mp4']);
});

it('goes on by itself with a file whose upload had stopped half-way, as it was entered', async () => {
  const entered = { title: 'Morning', description: 'Come early', time: '2030-12-01T18:30' };
  const { queue, underway, states } = harness(undefined, { stopped: { 'a.mp4': entered } });
  queue.add(['a.mp4', 'b.mp4'].map(file));
  await settled();
  expect(states()).toEqual(['a.mp4 sending', 'b.mp4 ready']);
  expect(underway).toMatchObject([
    { title: 'Morning', description: 'Come early', time: '2030-12-01 18:30:00' },
  ]);
});

it('discards what the server has of a file that is removed, and of none that has arrived', async () => {
  const { queue, underway, discarded } = harness();
  queue.add(['a.mp4', 'b.mp4'].map(file));
  await settled();
  queue.start();
  await settled();
  underway[0]?.arrive();
  underway[1]?.fail(new Error('cut'));
  await settled();
  expect(discarded).toEqual([]);
  queue.remove(2);
  expect(discarded).toEqual(['b.mp4']);
});

it('begins nothing more once the screen is left', async () => {
  const { queue, underway, states } = harness(undefined, { stopped: { 'f.mp4': { title: 'F' } } });
  queue.add(['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4', 'e.mp4'].map(file));
  await settled();
  queue.start();
  await settled();
  // It would go on by itself, and is looked at while the screen is left.
  queue.add([file('f.mp4')]);
  queue.abortAll();
  await settled();
  expect(underway.map(({ name }) => name)).toEqual(['a.mp4', 'b.mp4', 'c.mp4']);
  expect(states().slice(3)).toEqual(['d.mp4 ready', 'e.mp4 ready', 'f.mp4 ready']);
});
