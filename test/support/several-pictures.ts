import { halves, words } from '../../backend/media/mp4/mp4-box';
import { segment } from './progressive-jpeg';

/** An MPO of twice the same picture (CIPA DC-007, 5.2). */
export function severalPictures(jpeg: Buffer): Buffer {
  const field = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([halves(tag, type), words(count), value]);
  const index = Buffer.concat([
    Buffer.from('MM\0*'),
    words(8),
    halves(3),
    field(0xb000, 7, 4, Buffer.from('0100')),
    field(0xb001, 4, 1, words(2)),
    field(0xb002, 7, 32, words(50)),
    words(0),
    ...[0x20020002, 0x00020002].map((kind) => words(kind, jpeg.length, 0, 0)),
  ]);
  const listed = segment(0xe2, Buffer.concat([Buffer.from('MPF\0'), index]));
  return Buffer.concat([jpeg.subarray(0, 2), listed, jpeg.subarray(2), jpeg]);
}
