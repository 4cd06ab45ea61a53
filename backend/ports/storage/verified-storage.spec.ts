import { Logger } from '@nestjs/common';
import { BucketError } from './bucket-error';
import { VerifiedStorage } from './verified-storage';
import type { Ownership } from './ownership';
import { MediaMissing, StorageAway, type StorageAdapter } from './storage';

const never = () => new Promise<never>(() => undefined);
const place = { place: '/media' } as StorageAdapter;

function storage(thread: () => Promise<unknown>) {
  const answers: (() => void)[] = [];
  const ownership = {
    of: () => new Promise((resolve) => answers.push(() => resolve({ presence: 'here', why: '' }))),
  } as unknown as Ownership;
  const seen: string[] = [];
  const presence = new VerifiedStorage(place, ownership, thread).presence().then((found) => seen.push(found));
  return { seen, presence, answer: () => answers.forEach((give) => give()) };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('considers a disk away that does not answer for three seconds', async () => {
  const { seen } = storage(() => Promise.resolve());
  await jest.advanceTimersByTimeAsync(2_900);
  expect(seen).toEqual([]);
  await jest.advanceTimersByTimeAsync(200);
  expect(seen).toEqual(['away']);
});

it('does not count the time without a free thread', async () => {
  const { seen, answer } = storage(() => new Promise((resolve) => setTimeout(resolve, 4_000)));
  await jest.advanceTimersByTimeAsync(5_000);
  expect(seen).toEqual([]);
  answer();
  await jest.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['here']);
});

it('considers the disk away in the end when all threads hang', async () => {
  const { seen } = storage(never);
  await jest.advanceTimersByTimeAsync(9_100);
  expect(seen).toEqual(['away']);
});

it('discards the mark it has read after something failed there', async () => {
  const doubt = jest.fn();
  const failing = {
    place: '/media',
    doubt,
    failing: () => 'in part',
    stat: () => Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' })),
  } as unknown as StorageAdapter;
  await expect(new VerifiedStorage(failing, {} as Ownership).stat('key')).rejects.toThrow(StorageAway);
  expect(doubt).toHaveBeenCalledTimes(1);
});

it('logs once why it fails while its mark can be read', async () => {
  const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  const refusing = {
    place: 's3://media/',
    doubt: () => undefined,
    failing: () => 'in part',
    put: () => Promise.reject(new BucketError('AccessDenied', 403)),
  } as unknown as StorageAdapter;
  const refused = new VerifiedStorage(refusing, {} as Ownership);
  for (const key of ['one', 'two']) await expect(refused.put('/file', key)).rejects.toThrow(StorageAway);
  expect(error.mock.calls).toEqual([[expect.stringContaining('the bucket answers 403 AccessDenied')]]);
  error.mockRestore();
});

describe('a disk that was away when a file was asked for, and is back when it is looked for', () => {
  const isHere = { of: () => Promise.resolve({ presence: 'here', why: '' }) } as unknown as Ownership;
  const file = { key: 'key', sizeBytes: 1, modifiedAt: 0 };
  const asked = (...answers: (() => Promise<unknown>)[]) => {
    const once = jest.fn(() => answers.shift()?.());
    const adapter = { place: '/media', failing: () => undefined, stat: once, open: once };
    return new VerifiedStorage(adapter as unknown as StorageAdapter, isHere);
  };
  const absent = () => Promise.resolve(undefined);
  const missing = () => Promise.reject(new MediaMissing());
  const found = () => Promise.resolve(file);

  it('has the file', async () => {
    expect(await asked(absent, found).stat('key')).toBe(file);
    expect(await asked(missing, found).open('key')).toBe(file);
  });

  it('lacks a file that is not there the second time either', async () => {
    expect(await asked(absent, absent, found).stat('key')).toBeUndefined();
    await expect(asked(missing, missing, found).open('key')).rejects.toThrow(MediaMissing);
  });
});
