/** A box as specified in ISO 14496-12, 4.2. */
export function box(type: string, ...content: (Buffer | number[])[]): Buffer {
  const parts = content.map((each) => (Buffer.isBuffer(each) ? each : Buffer.from(each)));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(parts.reduce((sum, { length }) => sum + length, header.length));
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...parts]);
}

/** 32-bit numbers. */
export function words(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, n) => bytes.writeUInt32BE(number >>> 0, 4 * n));
  return bytes;
}

/** 16-bit numbers. */
export function halves(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(2 * numbers.length);
  numbers.forEach((number, n) => bytes.writeUInt16BE(number, 2 * n));
  return bytes;
}

const UNITY = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const IN_FILE = box('dinf', box('dref', words(0, 1), box('url ', words(1))));

export interface MovieOptions {
  width?: number;
  height?: number;
  seconds?: number;
  /** The boxes of the sample table after its description. */
  tables?: Buffer[];
  /** More tracks, and other content of the movie box. */
  more?: Buffer[];
  /** Boxes after the movie box. */
  rest?: Buffer[];
}

const NO_SAMPLES = [
  box('stts', words(0, 0)),
  box('stsc', words(0, 0)),
  box('stsz', words(0, 0, 0)),
  box('stco', words(0, 0)),
];

/** A film with one track, by its description alone: enough for a prober to report its size and length. */
export function movie({
  width = 540,
  height = 960,
  seconds = 4,
  tables = NO_SAMPLES,
  more = [],
  rest = [],
}: MovieOptions = {}): Buffer {
  const ms = seconds * 1000;
  const visual = Buffer.concat([
    halves(0, 0, 0, 1),
    words(0, 0, 0, 0),
    halves(width, height),
    words(0x480000, 0x480000, 0),
    halves(1),
    Buffer.alloc(32),
    halves(24, 0xffff),
  ]);
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, 1000, ms, 0x55c40000)),
    box('hdlr', words(0, 0), Buffer.from('vide'), words(0, 0, 0), [0]),
    box(
      'minf',
      box('vmhd', words(1, 0, 0)),
      IN_FILE,
      box('stbl', box('stsd', words(0, 1), box('avc1', visual)), ...tables),
    ),
  );
  return Buffer.concat([
    box('ftyp', Buffer.from('isom'), words(512), Buffer.from('isomavc1mp41')),
    box(
      'moov',
      box('mvhd', words(0, 0, 0, 1000, ms, 0x10000, 0x1000000, 0, 0), UNITY, words(0, 0, 0, 0, 0, 0, 2)),
      box(
        'trak',
        box('tkhd', words(3, 0, 0, 1, 0, ms, 0, 0, 0, 0), UNITY, words(width * 0x10000, height * 0x10000)),
        media,
      ),
      ...more,
    ),
    ...rest,
  ]);
}
