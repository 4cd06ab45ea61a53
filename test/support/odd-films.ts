import { box, halves, movie, words } from '../../backend/media/mp4/mp4-box';

const patched = (
  film: Buffer,
  type: string,
  change: (bytes: Buffer, at: number) => void,
  nth = 0,
): Buffer => {
  const copy = Buffer.from(film);
  let at = -1;
  for (let n = 0; n <= nth; n++) at = copy.indexOf(type, at + 1, 'latin1');
  if (at < 4) throw new Error(`no ${type} in this film`);
  // Behind the type of the box.
  change(copy, at + 4);
  return copy;
};

const good = movie({ width: 720, height: 1280 });
const movieAt = good.indexOf('moov') - 4;
const [brand, description] = [good.subarray(0, movieAt), good.subarray(movieAt)];
const content = description.subarray(8);

/** The header in 64 bits. */
const large = (type: string, bytes: Buffer, claimed = BigInt(bytes.length + 16)): Buffer => {
  const header = Buffer.from(`\0\0\0\x01${type}........`, 'latin1');
  header.writeBigUInt64BE(claimed, 8);
  return Buffer.concat([header, bytes]);
};

/** To the end of the file. */
const endless = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(0, 0);
  return copy;
};

/** Where the movie's header and the track's and the media's have the length in their own units. */
const lasting = (units: number, timescale: number): Buffer => {
  let film = patched(good, 'mvhd', (bytes, at) => bytes.writeUInt32BE(timescale, at + 12));
  film = patched(film, 'mvhd', (bytes, at) => bytes.writeUInt32BE(units, at + 16));
  film = patched(film, 'tkhd', (bytes, at) => bytes.writeUInt32BE(units, at + 20));
  film = patched(film, 'mdhd', (bytes, at) => bytes.writeUInt32BE(timescale, at + 12));
  return patched(film, 'mdhd', (bytes, at) => bytes.writeUInt32BE(units, at + 16));
};

/** As if turned by so many degrees, around no point in particular. */
const turned = (degrees: number): Buffer => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.round(Math.cos(angle) * 0x10000), Math.round(Math.sin(angle) * 0x10000)];
  return patched(good, 'tkhd', (bytes, at) => words(cos, sin, 0, -sin, cos, 0).copy(bytes, at + 40));
};

/** With pixels of that shape. */
const shaped = (across: number, down: number): Buffer => {
  const film = movie({ width: 720, height: 1280 });
  const shape = box('pasp', words(across, down));
  const sample = film.indexOf('avc1', 40) - 4;
  const end = sample + film.readUInt32BE(sample);
  const copy = Buffer.concat([film.subarray(0, end), shape, film.subarray(end)]);
  for (const type of ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'avc1']) {
    const at = copy.indexOf(type, type === 'avc1' ? 40 : 0, 'latin1') - 4;
    copy.writeUInt32BE(copy.readUInt32BE(at) + shape.length, at);
  }
  return copy;
};

/** With another name for the code of its picture. */
const coded = (name: string): Buffer =>
  patched(good, 'avc1', (bytes, at) => bytes.write(name, at - 4, 'latin1'), 1);

const nested = (depth: number): Buffer => {
  let inner = box('trak');
  for (let n = 0; n < depth; n++) inner = box(n % 2 ? 'moov' : 'trak', inner);
  return inner;
};

const track = content.subarray(content.indexOf('trak') - 4);

/** What is taken of each of them, as a film of 9:16; everything else is refused in a sentence. */
export const ODD_FILMS: Record<string, { bytes: Buffer; taken: boolean }> = {
  'the description last, behind the bytes': {
    bytes: Buffer.concat([brand, box('mdat', Buffer.alloc(5000)), description]),
    taken: true,
  },
  'the description to the end of the file': {
    bytes: Buffer.concat([brand, endless(description)]),
    taken: true,
  },
  'the bytes to the end of the file, and no description': {
    bytes: Buffer.concat([brand, endless(box('mdat', Buffer.alloc(5000)))]),
    taken: false,
  },
  'a description in 64 bits': { bytes: Buffer.concat([brand, large('moov', content)]), taken: true },
  'bytes in 64 bits before the description': {
    bytes: Buffer.concat([brand, large('mdat', Buffer.alloc(5000)), description]),
    taken: true,
  },
  'a box of 16 exabytes': {
    bytes: Buffer.concat([brand, description, large('free', Buffer.alloc(8), 2n ** 64n - 1n)]),
    taken: false,
  },
  'a box of minus as many': {
    bytes: Buffer.concat([brand, large('free', Buffer.alloc(8), 2n ** 63n), description]),
    taken: false,
  },
  'a box in 64 bits that is smaller than its header': {
    bytes: Buffer.concat([brand, large('free', Buffer.alloc(8), 3n), description]),
    taken: false,
  },
  'a box of four bytes': { bytes: Buffer.concat([brand, words(4), description]), taken: false },
  'a header that is cut': { bytes: Buffer.concat([brand, description, Buffer.from('\0\0')]), taken: true },
  'two descriptions': { bytes: Buffer.concat([good, description]), taken: true },
  'a description in a description': {
    bytes: Buffer.concat([brand, box('moov', description)]),
    taken: true,
  },
  'a thousand boxes in each other': {
    bytes: Buffer.concat([brand, box('moov', content, nested(1000))]),
    taken: false,
  },
  'five thousand boxes in each other and nothing else': {
    bytes: Buffer.concat([brand, box('moov', nested(5000))]),
    taken: false,
  },
  'a hundred tracks of one picture': {
    bytes: Buffer.concat([brand, box('moov', content, ...Array.from({ length: 99 }, () => track))]),
    taken: true,
  },
  'no tracks': { bytes: Buffer.concat([brand, box('moov')]), taken: false },
  'a length of nothing': { bytes: lasting(0, 1000), taken: false },
  'a length in units of nothing': { bytes: lasting(4000, 0), taken: true },
  'a length of 136 years': { bytes: lasting(0xffffffff, 1), taken: false },
  'a length of 25 days': { bytes: lasting(25 * 86_400, 1), taken: false },
  'a length of minus a second': { bytes: lasting(-1 >>> 0, 1000), taken: false },
  'turned by 45 degrees': { bytes: turned(45), taken: true },
  'turned by 180 degrees': { bytes: turned(180), taken: true },
  'turned on its side': { bytes: turned(90), taken: false },
  'turned by nothing that is a turn': { bytes: turned(NaN), taken: true },
  'pixels of no shape': { bytes: shaped(0, 0), taken: true },
  'pixels without a height': { bytes: shaped(1, 0), taken: true },
  'pixels of a millionth of their height': { bytes: shaped(1, 1_000_000), taken: true },
  'pixels a million times as wide': { bytes: shaped(1_000_000, 1), taken: false },
  'pixels four thirds as wide': { bytes: shaped(4, 3), taken: false },
  'a picture without a width': { bytes: movie({ width: 0, height: 1280 }), taken: false },
  'a picture without a size': { bytes: movie({ width: 0, height: 0 }), taken: false },
  'a picture as wide as it gets': { bytes: movie({ width: 65535, height: 65535 }), taken: false },
  'a sample description without an entry': {
    bytes: patched(good, 'stsd', (bytes, at) => bytes.writeUInt32BE(0, at + 4)),
    taken: false,
  },
  'four billion sample descriptions': {
    bytes: patched(good, 'stsd', (bytes, at) => bytes.writeUInt32BE(0xffffffff, at + 4)),
    taken: false,
  },
  'a picture in a code that nobody knows': { bytes: coded('????'), taken: false },
  'a picture that is encrypted': { bytes: coded('encv'), taken: false },
  'a picture in H.266': { bytes: coded('vvc1'), taken: false },
  'a picture in H.264 for Dolby Vision': { bytes: coded('dvav'), taken: true },
  'a picture in H.265 for Dolby Vision': { bytes: coded('dvh1'), taken: true },
  'the bytes cut short by one': {
    bytes: Buffer.concat([good, box('mdat', Buffer.alloc(5000))]).subarray(0, -1),
    taken: false,
  },
  'the bytes in 64 bits cut short': {
    bytes: Buffer.concat([good, large('mdat', Buffer.alloc(5000))]).subarray(0, -2000),
    taken: false,
  },
  'a fragment cut short': {
    bytes: Buffer.concat([good, box('moof', Buffer.alloc(5000))]).subarray(0, -2000),
    taken: false,
  },
  'free bytes cut short': {
    bytes: Buffer.concat([good, box('free', Buffer.alloc(5000))]).subarray(0, -2000),
    taken: true,
  },
  'text behind it': { bytes: Buffer.concat([good, Buffer.from('The\nend\n')]), taken: true },
  'rubbish behind it': { bytes: Buffer.concat([good, Buffer.alloc(50_000, 0xee)]), taken: true },
  'the first half of its description': { bytes: good.subarray(0, good.length - 200), taken: false },
  'the brand alone': { bytes: brand, taken: false },
  'a brand of twelve bytes': { bytes: Buffer.concat([words(12), Buffer.from('ftypisom')]), taken: false },
  'halves of nothing': { bytes: Buffer.concat([brand, box('moov', halves(1, 2, 3))]), taken: false },
};
