import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Logger } from '@nestjs/common';
import { bucketPlace, type BucketPlace } from './bucket-place.contract';
import { FaultyLink } from '../../../../test/support/swift/faulty-link';
import { onSwift } from '../../../../test/support/swift/swift';
import { newKey } from '../media-key';
import { MARK, StorageUnderTest } from '../storage-under-test.contract';

const DAY_MS = 86_400_000;

onSwift('a bucket in which others keep things too', (swift) => {
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

  const at = (name: string) => ({ Bucket: 'media', Key: `${place.config.prefix}${name}` });
  const write = (name: string, Body = 'theirs') =>
    swift()
      .client()
      .send(new PutObjectCommand({ ...at(name), Body, ContentLength: Body.length }));
  const names = async () => {
    const all = { Bucket: 'media', Prefix: place.config.prefix };
    const { Contents = [] } = await swift().client().send(new ListObjectsV2Command(all));
    return Contents.map(({ Key = '' }) => Key.slice(place.config.prefix.length)).sort();
  };

  it('lists, discards, recovers and deletes nothing of theirs', async () => {
    const key = newKey('mp4');
    const theirs = [
      'holiday.mp4',
      'media/holiday.mp4',
      `media/${key}/more`,
      `media/sub/${key}`,
      `media/${key}.bak`,
      `media/x${key}`,
      'media/100%zz &<ü>.mp4',
      'mediaarchive/x',
      `trash/${key}`,
      'trash/2001-02-03/notes.txt',
      `trash/2001-02-03/sub/${key}`,
      `trash/long ago/${key}`,
      key,
    ];
    for (const name of theirs) await write(name);
    const mine = await given.kept('mine');

    expect(await given.keys()).toEqual([mine]);
    expect(await given.storage.recover()).toBe(0);
    expect(await given.storage.emptyTrash(0)).toEqual({ files: 0, bytes: 0 });
    expect(await given.storage.discard(key)).toBe(false);
    for (const name of theirs) await given.storage.delete(name);
    expect(await names()).toEqual([...theirs, `media/${mine}`, 'installation-id'].sort());
  });

  it('deletes the trash of a day that is over, and of no other prefix', async () => {
    const [old, other] = [newKey('mp4'), newKey('mp4')];
    await write(`trash/2001-02-03/${old}`, '12345');
    const next = await bucketPlace(link, 'media');
    await swift()
      .client()
      .send(
        new PutObjectCommand({
          Bucket: 'media',
          Key: `${next.config.prefix}trash/2001-02-03/${other}`,
          Body: 'x',
        }),
      );
    expect(await given.storage.emptyTrash(DAY_MS)).toEqual({ files: 1, bytes: 5 });
    expect(await names()).toEqual(['installation-id']);
    await next.open().writeMark(MARK);
    expect(await next.open().recover()).toBe(1);
    await next.end();
  });

  it('ends the uploads in parts of dead processes, and those of nobody else', async () => {
    const client = swift().client();
    const begin = async (name: string) => {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(name)));
      await client.send(new UploadPartCommand({ ...at(name), UploadId, PartNumber: 1, Body: 'part' }));
    };
    const key = newKey('mp4');
    await begin(`media/${key}`);
    await begin(`trash/2001-02-03/${key}`);
    await begin(`trash/${key}`);
    await begin('media/holiday.mp4');
    await begin('films/holiday.mp4');
    const unfinished = async () => {
      const all = { Bucket: 'media', Prefix: place.config.prefix };
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(all));
      return Uploads.map(({ Key = '' }) => Key.slice(place.config.prefix.length)).sort();
    };

    // Another process may be at work on it, however old the leftovers of this machine may get.
    expect(await given.storage.sweepIncoming(-DAY_MS)).toEqual({ files: 0, bytes: 0 });
    expect(await unfinished()).toHaveLength(5);
    const { S3Storage } = await import('./s3-storage');
    // As if days had passed.
    const later = new S3Storage(place.config, { uploadMs: -DAY_MS });
    expect(await later.sweepIncoming(-DAY_MS)).toEqual({ files: 2, bytes: 0 });
    expect(await unfinished()).toEqual(['films/holiday.mp4', 'media/holiday.mp4', `trash/${key}`]);
    expect(await given.keys()).toEqual([]);
  });

  it('sweeps all the same where unfinished uploads cannot be listed', async () => {
    link.fate = ({ path }) => (/[?&]uploads/.test(path) ? { status: 501, code: 'NotImplemented' } : 'passes');
    expect(await given.storage.sweepIncoming(DAY_MS)).toEqual({ files: 0, bytes: 0 });
  });

  it.each([
    ['empty', ''],
    ['of another product', 'hello'],
    ['very long', `pagecast ${'x'.repeat(100_000)}`],
  ])('is away when the object with the name of its mark is %s', async (_how, text) => {
    await write('installation-id', text);
    await expect(given.adapter.readMark()).rejects.toThrow(/does not say whose storage this is|416/);
    expect(await given.storage.presence()).toBe('away');
  });

  it('does not read its mark for every call, and reads it again after a failure', async () => {
    const { S3Storage } = await import('./s3-storage');
    const storage = new S3Storage(place.config);
    const looks = () => link.asked.filter(({ path }) => path.includes('installation-id')).length;
    const before = looks();
    for (let n = 0; n < 5; n++) expect(await storage.presence()).toBe('here');
    expect(looks()).toBe(before + 1);
    expect(await storage.stat(newKey('mp4'))).toBeUndefined();
    expect(await storage.presence()).toBe('here');
    expect(looks()).toBe(before + 2);
  });
});
