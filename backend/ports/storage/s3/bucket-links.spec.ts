import { Logger } from '@nestjs/common';
import type { BucketConfig } from '../../../config/storage-config';
import { bucketPlace, type BucketPlace } from './bucket-place.contract';
import { FaultyLink } from '../../../../test/support/swift/faulty-link';
import { onSwift } from '../../../../test/support/swift/swift';
import { newKey } from '../media-key';
import { StorageUnderTest } from '../storage-under-test.contract';
import { S3Storage } from './s3-storage';

const HOUR_MS = 3_600_000;

const CONFIG: BucketConfig = {
  kind: 's3',
  bucket: 'media',
  prefix: '',
  region: 'eu-west-1',
  pathStyle: false,
  links: 'redirect',
  keys: { accessKeyId: 'AKID', secretAccessKey: 'hunter2' },
  incomingDir: '/nowhere',
};

describe('the origin of links', () => {
  it.each([
    ["Amazon's host of the bucket", {}, 'https://media.s3.eu-west-1.amazonaws.com'],
    [
      'the endpoint with the bucket before it',
      { endpoint: 'https://s3.example.com' },
      'https://media.s3.example.com',
    ],
    [
      'the endpoint alone, with the bucket in the path',
      { endpoint: 'http://127.0.0.1:9000', pathStyle: true },
      'http://127.0.0.1:9000',
    ],
    ['none when the product sends the bytes', { links: 'stream' as const }, undefined],
  ])('is %s', async (_what, more, origin) => {
    const storage = await new S3Storage({ ...CONFIG, ...more }).begin();
    expect(storage.linkOrigin).toBe(origin);
    const link = await storage.link(newKey('mp4'), 'GET', Date.now() + HOUR_MS);
    expect(link && new URL(link.url).origin).toBe(origin);
  });
});

describe('a link', () => {
  const lasting = async (ms: number, method: 'GET' | 'HEAD' = 'GET') =>
    (await new S3Storage(CONFIG).link(newKey('mp4'), method, Date.now() + ms))!;

  it('ends when it has to, although it was signed with the begun hour', async () => {
    const { url, lastsMs } = await lasting(13 * HOUR_MS);
    const { searchParams } = new URL(url);
    const [, year, month, day, hour] = /^(\d{4})(\d\d)(\d\d)T(\d\d)0000Z$/.exec(
      searchParams.get('X-Amz-Date')!,
    )!;
    const signedAt = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour));
    const endsAt = signedAt + Number(searchParams.get('X-Amz-Expires')) * 1000;
    expect(Math.abs(endsAt - Date.now() - 13 * HOUR_MS)).toBeLessThan(5_000);
    expect(lastsMs).toBeLessThanOrEqual(13 * HOUR_MS);
  });

  it('keeps its text, so that browsers cache what it leads to', async () => {
    const storage = new S3Storage(CONFIG);
    const [key, until] = [newKey('mp4'), Date.now() + HOUR_MS];
    const links = [await storage.link(key, 'GET', until), await storage.link(key, 'GET', until)];
    const hours = links.map((link) => new URL(link!.url).searchParams.get('X-Amz-Date'));
    // Unless an hour begins just now.
    if (hours[0] === hours[1]) expect(links[0]!.url).toBe(links[1]!.url);
  });

  it('lets browsers keep the bytes no longer than itself', async () => {
    const kept = async (ms: number) =>
      Number(
        /max-age=(\d+)/.exec(
          new URL((await lasting(ms)).url).searchParams.get('response-cache-control')!,
        )![1],
      );
    expect(await kept(13 * HOUR_MS)).toBe(12 * 3600);
    // One hour of the two may have passed when the last one gets it.
    expect(await kept(2 * HOUR_MS)).toBeLessThanOrEqual(2 * 3600);
    expect(await kept(HOUR_MS / 2)).toBeLessThanOrEqual(1800);
  });

  it('holds no secret', async () => {
    expect((await lasting(HOUR_MS)).url).not.toContain('hunter2');
  });
});

onSwift('a link into a bucket', (swift) => {
  let network: FaultyLink;
  let place: BucketPlace;
  const given = new StorageUnderTest(async () => (place = await bucketPlace(network, 'media')));
  beforeAll(async () => {
    Logger.overrideLogger(false);
    await swift().makeBucket('media');
    network = await FaultyLink.to(swift().url);
  });
  beforeEach(() => given.start());
  afterEach(() => given.place.end());
  afterAll(() => network.end());

  const linkTo = async (key: string, method: 'GET' | 'HEAD' = 'GET', ms = HOUR_MS) =>
    (await given.storage.link(key, method, Date.now() + ms))!.url;

  it('leads to the bytes, whole or in part, with their true type', async () => {
    const key = await given.kept('0123456789');
    const whole = await fetch(await linkTo(key));
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(whole.headers.get('content-disposition')).toBe('inline');
    expect(whole.headers.get('cache-control')).toMatch(/^private/);
    const part = await fetch(await linkTo(key), { headers: { range: 'bytes=2-4' } });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
  });

  it('tells the size when it is made for HEAD, and nothing else', async () => {
    const link = await linkTo(await given.kept('0123456789'), 'HEAD');
    const head = await fetch(link, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    expect((await fetch(link)).status).toBe(403);
  });

  it('leads nowhere once it has ended, and nowhere else', async () => {
    const [key, other] = [await given.kept('one'), await given.kept('other')];
    const short = await linkTo(key, 'GET', 1_000);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await fetch(short)).status).toBe(403);
    const link = await linkTo(key);
    expect((await fetch(link.replace(key, other))).status).toBe(403);
    expect((await fetch(link, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(link.replace('private', 'public'))).status).toBe(403);
    expect(place.config.prefix).not.toBe('');
  });
});
