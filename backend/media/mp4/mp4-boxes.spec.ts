import { writeFile } from 'node:fs/promises';
import { useScratchFolder } from '../../../test/support/scratch-folder';
import { box } from './mp4-box';
import type { Container } from '../rules';
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

  it.each(['wide', 'mdat', 'moov', 'free', 'skip'])(
    'may begin with %s, as those of QuickTime did',
    (type) => {
      const old = Buffer.concat([box(type), box('moov', Buffer.alloc(100)), box('mdat', Buffer.alloc(50))]);
      for (const size of [1, 5, 12, 500]) {
        const boxes = new Mp4Boxes();
        for (let at = 0; at < old.length; at += size) boxes.push(old.subarray(at, at + size));
        expect(boxes).toMatchObject({ container: 'mov', hasMovie: true, declaredBytes: old.length });
      }
    },
  );

  it.each<[string, Buffer, Container | null | undefined]>([
    ['no box', Buffer.from('<html><body>'), null],
    ['a box that no film begins with', box('uuid', Buffer.alloc(20)), null],
    ['a brand in 64 bits', Buffer.from('\0\0\0\x01ftyp\0\0\0\0\0\0\0\x18qt  \0\0\0\0', 'latin1'), 'mov'],
    ['a brand that is cut', Buffer.from('\0\0\0\x08ftypis', 'latin1'), undefined],
    ['a brand in a box that is smaller', Buffer.from('\0\0\0\x08ftypisom', 'latin1'), 'mp4'],
  ])('begin with %s', (_name, bytes, container) => {
    for (const size of [1, 5, 500]) {
      const boxes = new Mp4Boxes();
      for (let at = 0; at < bytes.length; at += size) boxes.push(bytes.subarray(at, at + size));
      expect(boxes.container).toBe(container);
    }
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
