import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { Logger } from '@nestjs/common';
import { FaultyLink } from '../../../../test/support/swift/faulty-link';
import { onSwift } from '../../../../test/support/swift/swift';
import { newPiece, type PieceStorage } from '../piece-storage';
import { MediaMissing, StorageAway } from '../storage';
import { StorageUnderTest } from '../storage-under-test.contract';
import { bucketPlace, type BucketPlace } from './bucket-place.contract';

const MEGABYTE = 1024 ** 2;

onSwift('pieces of uploads in a bucket', (swift) => {
  let link: FaultyLink;
  let place: BucketPlace;
  let pieces: PieceStorage;
  const given = new StorageUnderTest(async () => (place = await bucketPlace(link, 'media')));
  beforeAll(async () => {
    Logger.overrideLogger(false);
    await swift().makeBucket('media');
    link = await FaultyLink.to(swift().url);
  });
  beforeEach(async () => {
    await given.start();
    pieces = given.storage.pieces as PieceStorage;
  });
  afterEach(() => given.place.end());
  afterAll(() => link.end());

  const upload = () => randomBytes(16).toString('hex');
  const put = async (name: string, bytes: Buffer | string = 'some bytes') => {
    await pieces.put(name, () => Promise.resolve(Buffer.from(bytes)));
    return name;
  };
  const names = async (of?: string) => {
    const found: string[] = [];
    for await (const { name } of pieces.list(of)) found.push(name);
    return found.sort();
  };
  const at = (name: string) => ({ Bucket: 'media', Key: `${place.config.prefix}${name}` });

  it('come back byte for byte, a few bytes or many', async () => {
    const many = randomBytes(8 * MEGABYTE);
    for (const bytes of [Buffer.from('few'), many]) {
      const name = await put(newPiece(upload()), bytes);
      expect((await buffer(await pieces.open(name))).equals(bytes)).toBe(true);
    }
  });

  it('are listed by their upload, with their age, and are no media', async () => {
    const [one, other] = [upload(), upload()];
    const mine = [await put(newPiece(one)), await put(newPiece(one))].sort();
    const theirs = await put(newPiece(other));
    expect([await names(one), await names(other)]).toEqual([mine, [theirs]]);
    expect(await names()).toHaveLength(3);
    expect(await given.keys()).toEqual([]);
    expect(await given.storage.sweepIncoming(-86_400_000)).toEqual({ files: 0, bytes: 0 });
    expect(await names()).toHaveLength(3);
    await pieces.delete(theirs);
    await pieces.delete(theirs);
    expect(await names()).toEqual(mine);
  });

  it('are told from what others keep beside them', async () => {
    for (const name of ['uploads/film.mp4', `uploads/${upload()}`, `uploads/${newPiece(upload())}/more`])
      await swift()
        .client()
        .send(new PutObjectCommand({ ...at(name), Body: 'theirs', ContentLength: 6 }));
    expect(await names()).toEqual([]);
    await expect(pieces.open('../media/film')).rejects.toThrow(MediaMissing);
  });

  it('go on where a connection was cut', async () => {
    const bytes = randomBytes(2 * MEGABYTE);
    const name = await put(newPiece(upload()), bytes);
    let cuts = 0;
    link.fate = ({ method }) => (method === 'GET' && cuts++ === 0 ? { cutAfter: MEGABYTE } : 'passes');
    expect((await buffer(await pieces.open(name))).equals(bytes)).toBe(true);
  });

  it('are called missing only beside the mark', async () => {
    await expect(pieces.open(newPiece(upload()))).rejects.toThrow(MediaMissing);
    await swift()
      .client()
      .send(new DeleteObjectCommand(at('installation-id')));
    await expect(pieces.open(newPiece(upload()))).rejects.toThrow(StorageAway);
  });

  it('are neither written nor listed without the mark, and none is read into memory', async () => {
    await swift()
      .client()
      .send(new DeleteObjectCommand(at('installation-id')));
    const read = jest.fn(() => Promise.resolve(Buffer.from('x')));
    await expect(pieces.put(newPiece(upload()), read)).rejects.toThrow(StorageAway);
    await expect(names()).rejects.toThrow(StorageAway);
    expect(read).not.toHaveBeenCalled();
  });

  it('are refused within the time of a call while the bucket is silent', async () => {
    link.fate = ({ method }) => (method === 'PUT' ? 'is ignored' : 'passes');
    const begun = performance.now();
    await expect(put(newPiece(upload()))).rejects.toThrow(StorageAway);
    expect(performance.now() - begun).toBeLessThan(26_000);
  });
});
