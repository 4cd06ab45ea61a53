import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fixture } from '../../../test/support/media';
import { MOST_SCANS_OF_A_JPEG, progressiveJpeg, segment } from '../../../test/support/progressive-jpeg';
import { useScratchFolder } from '../../../test/support/scratch-folder';
import { decodingRefusal } from './decode-photo';
import type { ImageFacts } from '../rules';
import { FITTED_BYTES, fitPhoto, jpegOf } from './fit-photo';
import { hasTooManyScans } from './jpeg-scans';
import { BrokenPhoto } from './open-picture';
import { squarePicture } from './square-picture';

const HOSTILE = progressiveJpeg({ scans: MOST_SCANS_OF_A_JPEG });

describe('a JPEG', () => {
  it.each(['photo.jpg', 'photo-exif.jpg', 'photo.png', 'photo.gif'])(
    'does not have too many scans when it is %s',
    async (name) => expect(hasTooManyScans(await readFile(fixture(name)))).toBe(false),
  );

  it('has too many scans from 101 on', () => {
    expect(hasTooManyScans(progressiveJpeg({ scans: 100 }))).toBe(false);
    expect(hasTooManyScans(progressiveJpeg({ scans: 101 }))).toBe(true);
    expect(hasTooManyScans(HOSTILE)).toBe(true);
  });

  it('has none in what a segment contains', () => {
    const scans = Buffer.concat(Array.from({ length: 500 }, () => Buffer.from([0xff, 0xda, 0, 2])));
    const preview = segment(0xe1, scans);
    expect(hasTooManyScans(progressiveJpeg({ scans: 2, between: preview }))).toBe(false);
  });

  it('does not end at an end that a segment contains', () => {
    const comment = segment(0xfe, Buffer.from([0xff, 0xd9]));
    expect(hasTooManyScans(progressiveJpeg({ scans: 101, between: comment }))).toBe(true);
  });

  it.each([
    ['filling bytes', Buffer.alloc(9, 0xff)],
    ['a marker without a length', Buffer.from([0xff, 0xd0])],
    ['bytes that belong to nothing', Buffer.from([1, 2, 3])],
  ])('hides no scan behind %s', (_name, between) =>
    expect(hasTooManyScans(progressiveJpeg({ scans: 101, between }))).toBe(true),
  );

  it('has what comes before its end, whatever follows', () =>
    expect(hasTooManyScans(Buffer.concat([progressiveJpeg({ scans: 3 }), HOSTILE]))).toBe(false));
});

describe('a picture of very many scans', () => {
  const file = useScratchFolder();

  /** Larger than what is sent without a look. */
  const FACTS: ImageFacts = { format: 'jpeg', sizeBytes: FITTED_BYTES + 1, picture: null };

  async function written(bytes: Buffer, name = 'photo.jpg'): Promise<string> {
    await writeFile(file(name), bytes);
    return file(name);
  }

  it('is no photo', async () => {
    expect(await decodingRefusal(await written(HOSTILE), FACTS, 1)).toBe(
      'Unable to validate image dimensions',
    );
    expect(await decodingRefusal(await written(progressiveJpeg({ scans: 12 })), FACTS, 1)).toBeUndefined();
  });

  it('is not made to fit', async () => {
    await expect(fitPhoto(Readable.from([HOSTILE]))).rejects.toThrow(BrokenPhoto);
    await expect(jpegOf(Readable.from([HOSTILE]), 1000)).rejects.toThrow(BrokenPhoto);
  });

  it('is no picture of an account', async () => expect(await squarePicture(HOSTILE)).toBeNull());

  it('waits for no decoder once its upload has ended', async () => {
    const first = decodingRefusal(await written(progressiveJpeg({ scans: 90 })), FACTS, 1);
    const ended = new AbortController();
    const second = decodingRefusal(await written(HOSTILE, 'second.jpg'), FACTS, 2, ended.signal);
    let isFirstDone = false;
    void first.then(() => (isFirstDone = true));
    ended.abort(new Error('the client left'));
    await expect(second).rejects.toThrow('the client left');
    expect(isFirstDone).toBe(false);
    expect(await first).toBeUndefined();
  });
});
