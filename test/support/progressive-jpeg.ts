const EDGE = 4096;
const BLOCKS = (EDGE / 8) ** 2;
const MOST_BLOCKS_OF_A_RUN = 16_384;

/** The legal scans after the first one: each bit of each frequency. */
const BITS = 14;
export const MOST_SCANS_OF_A_JPEG = 1 + 63 * BITS;

interface Form {
  scans: number;
  /** Put before each scan. */
  between?: Buffer;
}

/** A gray picture of 4096 x 4096 pixels that refines nothing in as many scans as wanted, of some 30 bytes each. */
export function progressiveJpeg({ scans, between = Buffer.alloc(0) }: Form): Buffer {
  const runs = Buffer.alloc(Math.ceil((15 * BLOCKS) / MOST_BLOCKS_OF_A_RUN / 8));
  const parts = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc2, Buffer.from([8, EDGE >> 8, EDGE & 255, EDGE >> 8, EDGE & 255, 1, 1, 0x11, 0])),
    // One code each, of one bit: "no difference", and "a run of at least 16,384 blocks without this frequency".
    huffmanTable(0x00, 0x00),
    huffmanTable(0x10, 0xe0),
    scan(0, 0, 0),
    Buffer.alloc(BLOCKS / 8),
  ];
  for (let n = 0; n < scans - 1; n++) {
    const bit = BITS - 1 - (n % BITS);
    const before = bit === BITS - 1 ? 0 : bit + 1;
    parts.push(between, scan(1 + Math.floor(n / BITS), before, bit), runs);
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}

export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + content.length, 2);
  return Buffer.concat([head, content]);
}

const huffmanTable = (id: number, symbol: number) =>
  segment(0xc4, Buffer.from([id, 1, ...Array<number>(15).fill(0), symbol]));

const scan = (frequency: number, bitBefore: number, bit: number) =>
  segment(0xda, Buffer.from([1, 1, 0, frequency, frequency, (bitBefore << 4) | bit]));
