import { writeFile } from 'node:fs/promises';
import { useScratchFolder } from '../../../test/support/scratch-folder';
import { box } from './mp4-box';
import { Mp4Boxes } from './mp4-boxes';
import { claimsTooMuch } from './mp4-claims';

const film = Buffer.concat([
  box('ftyp', Buffer.from('isom'), Buffer.alloc(4)),
  box('moov', Buffer.alloc(100)),
  box('mdat', Buffer.alloc(1_000)),
]);

describe('the boxes of a film', () => {
  const file = useScratchFolder();

  it.each([1, 3, 7, 13, 64, 5_000])(
    'are the same in pieces of %d bytes that are overwritten after',
    (size) => {
      const boxes = new Mp4Boxes();
      for (let at = 0; at < film.length; at += size) {
        const piece = Buffer.from(film.subarray(at, at + size));
        boxes.push(piece);
        piece.fill(0xff);
      }
      expect(boxes).toMatchObject({ container: 'mp4', hasMovie: true, declaredBytes: film.length });
      expect(boxes.filmBytes).toBe(film.length);
    },
  );

  it.each([
    ['isom', 'mp4'],
    ['mp42', 'mp4'],
    ['M4V ', 'mp4'],
    ['3gp5', 'mp4'],
    ['qt  ', 'mov'],
    ['heic', null],
    ['mif1', null],
    ['avif', null],
    ['M4A ', null],
  ])('say by the brand %j that the file is %j', (brand, container) => {
    const boxes = new Mp4Boxes();
    boxes.push(Buffer.concat([box('ftyp', Buffer.from(brand), Buffer.alloc(4)), film.subarray(16)]));
    expect(boxes.container).toBe(container);
  });

  it('are not read on when there are more than any film has, and the film is refused', async () => {
    const tiny = box('free');
    const many = Buffer.concat([film.subarray(0, -1_008), ...Array<Buffer>(100_000).fill(tiny)]);
    const reads = jest.spyOn(Buffer.prototype, 'readUInt32BE');
    const boxes = new Mp4Boxes();
    boxes.push(many);
    expect(reads.mock.calls.length).toBeLessThan(50_000);
    reads.mockRestore();
    expect(boxes).toMatchObject({ container: 'mp4', hasMovie: true, movieEnd: undefined });
    expect(boxes.declaredBytes).toBeLessThan(200_000);

    const path = file('many.mp4');
    await writeFile(path, many);
    expect(await claimsTooMuch(path, many.length)).toBe(true);
  });
});
