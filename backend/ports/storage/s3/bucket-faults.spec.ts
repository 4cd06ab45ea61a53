import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { HeadObjectCommand, ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { Logger } from '@nestjs/common';
import { bucketPlace, type BucketPlace } from './bucket-place.contract';
import { FaultyLink, type Asked } from '../../../../test/support/swift/faulty-link';
import { onSwift } from '../../../../test/support/swift/swift';
import { newKey } from '../media-key';
import { StorageAway } from '../storage';
import { StorageUnderTest } from '../storage-under-test.contract';
import { Bucket } from './bucket';
import { copyObject } from './copy-object';
import { S3Storage } from './s3-storage';

const MEGABYTE = 1024 ** 2;
const OTHER = newKey('mp4');

onSwift('a bucket that fails', (swift) => {
  let link: FaultyLink;
  let place: BucketPlace;
  const given = new StorageUnderTest(async () => (place = await bucketPlace(link, 'media')));
  beforeAll(async () => {
    Logger.overrideLogger(false);
    await swift().makeBucket('media');
    link = await FaultyLink.to(swift().url);
  });
  beforeEach(() => given.start());
  afterEach(() => given.place.end());
  afterAll(() => link.end());

  const isPart = ({ path }: Asked, number?: number) => {
    const part = /[?&]partNumber=(\d+)/.exec(path)?.[1];
    return part !== undefined && (number === undefined || part === String(number));
  };
  const isCompletion = ({ method, path }: Asked) => method === 'POST' && /[?&]uploadId=/.test(path);
  const isMark = ({ path }: Asked) => path.includes('installation-id');

  /** Names of objects and of unfinished uploads below the prefix, the mark left out. */
  async function left(): Promise<string[]> {
    const at = { Bucket: 'media', Prefix: `${place.config.prefix}media/` };
    const { Contents = [] } = await swift().client().send(new ListObjectsV2Command(at));
    const { Uploads = [] } = await swift().client().send(new ListMultipartUploadsCommand(at));
    return [...Contents, ...Uploads].map(({ Key }) => Key ?? '');
  }

  async function refusalOf(work: Promise<unknown>): Promise<StorageAway> {
    const thrown = await work.then(
      () => 'nothing',
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(StorageAway);
    return thrown as StorageAway;
  }

  async function putLarge(): Promise<{ key: string; bytes: Buffer; done: Promise<void> }> {
    const [key, bytes] = [newKey('mp4'), randomBytes(17 * MEGABYTE + 3)];
    return { key, bytes, done: given.storage.put(await given.incoming(bytes), key) };
  }

  it('keeps a file of several parts byte for byte', async () => {
    const { key, bytes, done } = await putLarge();
    await done;
    expect((await buffer(await given.storage.open(key))).equals(bytes)).toBe(true);
    // The SDK sends a part again that a busy store answered too late.
    expect([1, 2, 3, 4, 5].map((n) => link.asked.some((asked) => isPart(asked, n)))).toEqual([
      ...[true, true, true, true],
      false,
    ]);
  });

  it.each([
    ['is refused', { status: 403, code: 'AccessDenied' }],
    ['fails again and again', { status: 503, code: 'SlowDown' }],
    ['is cut again and again', 'is cut' as const],
  ])('keeps nothing of an upload whose third part %s', async (_how, fate) => {
    link.fate = (asked) => (isPart(asked, 3) ? fate : 'passes');
    const { done } = await putLarge();
    await refusalOf(done);
    expect(await left()).toEqual([]);
  });

  it('gives an upload up whose part is never answered, and keeps nothing of it', async () => {
    link.fate = (asked) => (isPart(asked, 2) ? 'is ignored' : 'passes');
    const { done } = await putLarge();
    expect((await refusalOf(done)).failing).toBe('as a whole');
    expect(await left()).toEqual([]);
  });

  it('sends a part again that was cut once', async () => {
    let cuts = 0;
    link.fate = (asked) => (isPart(asked, 2) && cuts++ === 0 ? 'is cut' : 'passes');
    const { key, bytes, done } = await putLarge();
    await done;
    expect((await buffer(await given.storage.open(key))).equals(bytes)).toBe(true);
  });

  it('leaves no parts when the answer to the last call of an upload is lost', async () => {
    let losses = 0;
    link.fate = (asked) => (isCompletion(asked) && losses++ === 0 ? 'loses its answer' : 'passes');
    const { key, done } = await putLarge();
    await done.catch((error: unknown) => expect(error).toBeInstanceOf(StorageAway));
    // As the caller does with what it could not keep.
    await given.storage.delete(key);
    expect(await left()).toEqual([]);
  });

  it('is away at once for all who wait behind uploads that hang', async () => {
    const paths = await Promise.all(Array.from({ length: 12 }, () => given.incoming('bytes')));
    link.fate = () => 'is ignored';
    const before = link.asked.length;
    await Promise.all(paths.map((path) => refusalOf(given.storage.put(path, newKey('mp4')))));
    // None of them waited for an upload.
    expect(link.asked.slice(before).every(isMark)).toBe(true);
    expect(await given.storage.presence()).toBe('away');
  });

  it('waits for a bucket that is slow', async () => {
    link.fate = () => ({ afterMs: 500 });
    const { key, bytes, done } = await putLarge();
    await done;
    expect((await buffer(await given.storage.open(key))).equals(bytes)).toBe(true);
    expect(await given.storage.discard(key)).toBe(true);
    expect(await given.storage.presence()).toBe('here');
  });

  it('gets over a burst of SlowDown', async () => {
    const key = await given.kept('still there');
    const seen = new Map<string, number>();
    link.fate = ({ method, path }) => {
      const times = seen.get(`${method} ${path}`) ?? 0;
      seen.set(`${method} ${path}`, times + 1);
      return times < 1 ? { status: 503, code: 'SlowDown' } : 'passes';
    };
    expect([await given.storage.stat(key), await given.read(key)]).toMatchObject([{ key }, 'still there']);
  });

  it('is away as a whole while it answers nothing but SlowDown to calls about files', async () => {
    const key = await given.kept();
    link.fate = (asked) => (isMark(asked) ? 'passes' : { status: 503, code: 'SlowDown' });
    for (const work of [() => given.storage.stat(key), () => given.storage.open(key), () => given.kept()])
      expect((await refusalOf(work())).failing).toBe('as a whole');
  });

  it('names the refusal of an overloaded bucket when the time for repetitions is over', async () => {
    let refusals = 0;
    link.fate = () => (refusals++ === 0 ? { status: 503, code: 'SlowDown' } : 'is ignored');
    const bucket = new Bucket(place.config, { downloads: 1, silenceMs: 60_000, pageSize: 1 });
    await expect(bucket.text('any', 1_500)).rejects.toMatchObject({ status: 503, code: 'SlowDown' });
  });

  it('fails in part where it refuses one file only', async () => {
    const key = await given.kept();
    link.fate = (asked) => (isMark(asked) ? 'passes' : { status: 403, code: 'InvalidObjectState' });
    expect((await refusalOf(given.storage.open(key))).failing).toBe('in part');
    expect(await given.storage.presence()).toBe('here');
  });

  it.each(['RequestTimeTooSkewed', 'ExpiredToken', 'InvalidAccessKeyId', 'SignatureDoesNotMatch'])(
    'is away, and calls no file missing, when it answers %s',
    async (code) => {
      const key = await given.kept();
      link.fate = () => ({ status: 403, code });
      await refusalOf(given.storage.stat(key));
      await refusalOf(given.storage.open(key));
      expect(await given.storage.presence()).toBe('away');
    },
  );

  it('is away with a wrong secret, which nobody is told', async () => {
    const keys = { accessKeyId: 'test:tester', secretAccessKey: 'hunter2' };
    const storage = new S3Storage({ ...place.config, keys });
    const thrown: unknown = await storage.readMark().catch((error: unknown) => error);
    expect(String(thrown)).toMatch(/the bucket answers 403 \w+$/);
    expect(JSON.stringify([thrown, (thrown as Error).stack])).not.toMatch(/hunter2|X-Amz/);
  });

  it('is away when there is no such bucket', async () => {
    const storage = new S3Storage({ ...place.config, bucket: 'nothing-here' });
    await expect(storage.readMark()).rejects.toThrow('the bucket answers 404 NoSuchBucket');
  });

  it('stores nothing once its mark is gone', async () => {
    const path = await given.incoming('bytes');
    link.fate = (asked) => (isMark(asked) ? { status: 404, code: 'NoSuchKey' } : 'passes');
    await refusalOf(given.storage.put(path, newKey('mp4')));
    expect(await left()).toEqual([]);
  });

  describe('and has a file that is too large for one copy', () => {
    const limits = { mostBytes: 8 * MEGABYTE, partBytes: 5 * MEGABYTE };
    const bytes = randomBytes(11 * MEGABYTE + 3);
    const key = newKey('mp4');
    const copy = () => copyObject(bucket(), `media/${key}`, `media/${OTHER}`, limits);
    const bucket = () => new Bucket(place.config, { downloads: 1, silenceMs: 1_500, pageSize: 20 });
    beforeEach(async () => given.storage.put(await given.incoming(bytes), key));

    it('copies it in parts, byte for byte, with its type', async () => {
      const before = link.asked.length;
      expect(await copy()).toBe(true);
      expect(link.asked.slice(before).filter((asked) => isPart(asked)).length).toBeGreaterThanOrEqual(3);
      expect((await buffer(await given.storage.open(OTHER))).equals(bytes)).toBe(true);
      const head = new HeadObjectCommand(bucket().at(`media/${OTHER}`));
      expect((await swift().client().send(head)).ContentType).toBe('video/mp4');
      expect([await left(), await copyObject(bucket(), 'media/none', 'x', limits)]).toEqual([
        expect.arrayContaining([expect.stringContaining(key), expect.stringContaining(OTHER)]),
        false,
      ]);
    });

    it.each([
      ['part', (asked: Asked) => isPart(asked, 2)],
      ['completion', isCompletion],
    ])('keeps nothing of a copy whose %s is refused', async (_what, isRefused) => {
      link.fate = (asked) => (isRefused(asked) ? { status: 403, code: 'AccessDenied' } : 'passes');
      await expect(copy()).rejects.toThrow('403 AccessDenied');
      expect(await left()).toEqual([expect.stringContaining(key)]);
    });
  });

  describe('while a file is read', () => {
    let key: string;
    const bytes = randomBytes(2 * MEGABYTE);
    beforeEach(async () => {
      key = await given.kept(bytes);
    });
    const isFile = ({ path }: Asked) => path.includes(key);

    it.each([
      ['everything', undefined, bytes],
      ['a range', { start: 1000, end: 1_500_000 }, bytes.subarray(1000, 1_500_001)],
    ])('continues where it was cut, for %s', async (_what, range, expected) => {
      link.fate = (asked) => (isFile(asked) ? { cutAfter: 700_000 } : 'passes');
      expect((await buffer(await given.storage.open(key, range))).equals(expected)).toBe(true);
    });

    it('continues after a silence', async () => {
      let silences = 0;
      link.fate = (asked) => (isFile(asked) && silences++ === 0 ? { silentAfter: 700_000 } : 'passes');
      expect((await buffer(await given.storage.open(key))).equals(bytes)).toBe(true);
    });

    it('ends as away when it is gone for longer', async () => {
      link.fate = (asked) => (isFile(asked) ? { cutAfter: 700_000 } : 'passes');
      const stream = await given.storage.open(key);
      link.cut();
      expect((await refusalOf(buffer(stream))).failing).toBe('as a whole');
    });

    it.each([
      ['a length', { without: 'content-length' }, undefined],
      ['the range that it was asked for', { without: 'content-range' }, { start: 1000 }],
    ])('does not trust an answer without %s', async (_what, fate, range) => {
      link.fate = (asked) => (isFile(asked) ? fate : 'passes');
      await refusalOf(given.storage.open(key, range));
    });

    it('lets the connection go when the reader gives up', async () => {
      link.fate = (asked) => (isFile(asked) ? { silentAfter: 1000 } : 'passes');
      const stream = await given.storage.open(key);
      stream.once('data', () => stream.destroy());
      await new Promise((resolve) => stream.once('close', resolve));
      const before = link.asked.filter(isFile).length;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(link.asked.filter(isFile)).toHaveLength(before);
    });

    it('has nothing past its end', async () => {
      expect(await given.read(key, { start: bytes.length })).toBe('');
    });
  });
});
