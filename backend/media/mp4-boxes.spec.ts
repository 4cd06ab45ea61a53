import { box } from './mp4-box';
import { Mp4Boxes } from './mp4-boxes';

const film = Buffer.concat([
  box('ftyp', Buffer.from('isom'), Buffer.alloc(4)),
  box('moov', Buffer.alloc(100)),
  box('mdat', Buffer.alloc(1_000)),
]);

describe('the boxes of a film', () => {
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
    },
  );
});
