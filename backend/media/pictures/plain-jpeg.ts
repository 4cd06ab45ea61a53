/** Markers of a JPEG (ITU T.81, table B.1). */
const SCAN = 0xda;
const END = 0xd9;
const FIRST_RESTART = 0xd0;
const TEMPORARY = 0x01;

/** A marker, its length, and the longest of `SEVERAL`. */
const HEAD_BYTES = 12;

/** Segments that only files of several pictures have: MPO (CIPA DC-007, 5.1) and JPS. */
const SEVERAL: Record<number, string> = { 0xe2: 'MPF\0', 0xe3: '_JPSJPS_' };

/** Whether it is a JPEG of one picture. Reads up to the first scan, and holds no more than a chunk. */
export async function isPlainJpeg(source: AsyncIterable<Buffer>): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  let next = 0;
  let isBegun = false;
  for await (const chunk of source) {
    rest = Buffer.concat([rest, chunk]);
    if (!isBegun && rest.length >= 3) {
      if (rest[0] !== 0xff || rest[1] !== 0xd8 || rest[2] !== 0xff) return false;
      isBegun = true;
      next = 2;
    }
    for (; isBegun && next + HEAD_BYTES <= rest.length; next += stepAfter(rest, next)) {
      const marker = rest[next + 1] ?? SCAN;
      if (rest[next] !== 0xff) continue;
      if (marker === SCAN || marker === END) return true;
      const name = SEVERAL[marker];
      if (name !== undefined && rest.toString('latin1', next + 4).startsWith(name)) return false;
    }
    const passed = Math.min(next, rest.length);
    rest = rest.subarray(passed);
    next -= passed;
  }
  return isBegun;
}

/** From a marker to the next one; from a filling byte, or one that belongs to nothing, to the next byte. */
function stepAfter(bytes: Buffer, at: number): number {
  const marker = bytes[at + 1] ?? 0;
  if (bytes[at] !== 0xff || marker === 0xff || marker === 0) return 1;
  const isAlone = marker === TEMPORARY || (marker >= FIRST_RESTART && marker < END);
  return isAlone ? 2 : 2 + bytes.readUInt16BE(at + 2);
}
