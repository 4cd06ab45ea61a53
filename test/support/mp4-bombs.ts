import { box, movie, words } from '../../backend/media/mp4/mp4-box';

const STTS = (count: number) => box('stts', words(0, 1, count, 1));
const STSC = (count: number) => box('stsc', words(0, 1, 1, count, 1));
const STCO = box('stco', words(0, 1, 600));

/** One chunk of so many samples of a byte each: the tables stay small, and what a prober makes of them does not. */
export const sampleBomb = (samples: number, fileBytes = 25_000): Buffer =>
  movie({
    tables: [STTS(samples), STSC(samples), box('stsz', words(0, 1, samples)), STCO],
    rest: [box('mdat', Buffer.alloc(fileBytes))],
  });

const fragments = (count: number, samples: number, flags = 0): Buffer[] =>
  Array.from({ length: count }, (_, n) =>
    box(
      'moof',
      box('mfhd', words(0, n + 1)),
      box('traf', box('tfhd', words(0x020000, 1)), box('trun', words(flags, samples))),
    ),
  );

/** Films of a few kilobytes that claim what no such film can have. */
export const BOMBS: Record<string, Buffer> = {
  'sixty million samples of one size': sampleBomb(60_000_000),
  'a sample of four gigabytes': movie({
    tables: [STTS(1), STSC(1), box('stsz', words(0, 0xffffffff, 1)), STCO],
  }),
  'a table of sizes that is not there': movie({
    tables: [STTS(1), STSC(1), box('stsz', words(0, 0, 0x3fffffff)), STCO],
  }),
  'a small table of sizes that is not there': movie({
    tables: [STTS(1), STSC(1), box('stz2', words(0, 4, 0x7fffffff)), STCO],
  }),
  'a table of times that is not there': movie({
    tables: [box('stts', words(0, 0x0fffffff)), STSC(1), box('stsz', words(0, 0, 0)), STCO],
  }),
  'a table of chunks that is not there': movie({
    tables: [STTS(1), STSC(1), box('stsz', words(0, 0, 0)), box('co64', words(0, 0x1fffffff))],
  }),
  'chunks of four billion samples': movie({
    tables: [STTS(1), STSC(0xffffffff), box('stsz', words(0, 1, 100)), STCO],
  }),
  'fragments of millions of samples without a byte': movie({
    more: [box('mvex', box('trex', words(0, 1, 1, 1, 1, 0)))],
    rest: fragments(20, 50_000_000),
  }),
  'a fragment whose samples are not there': movie({ rest: fragments(1, 0x0fffffff, 0x300) }),
  'a hundred thousand boxes': movie({ more: Array.from({ length: 100_000 }, () => box('free')) }),
};
