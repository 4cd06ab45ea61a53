import { open, type FileHandle } from 'node:fs/promises';

/** More video and audio samples than three hours have at any common rate. */
const MOST_SAMPLES = 2_000_000;

/** Most boxes that are checked; each of them costs the prober memory too. */
export const MOST_BOXES = 20_000;

/** Most lines of a table that are added up. */
const MOST_LINES = 100_000;

const WINDOW_BYTES = 64 * 1024;

/** Boxes that contain other boxes on the way to the tables. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf', 'mvex']);

/** Bytes per line in tables that begin with a version and the number of lines (ISO 14496-12, 8.6 to 8.7). */
const LINE_BYTES: Record<string, number> = { stts: 8, ctts: 8, stsc: 12, stco: 4, co64: 8, stss: 4 };

/**
 * Whether the tables of an MP4 claim more than a file of `fileBytes` bytes can have.
 *
 * A prober allocates what a table claims before it reads the table: twenty kilobytes that claim sixty million samples
 * take gigabytes. Only headers are read here, so the check is cheap.
 */
export async function claimsTooMuch(path: string, fileBytes: number): Promise<boolean> {
  const file = await open(path);
  try {
    return await new Claims(new Window(file), fileBytes).areTooMuch();
  } finally {
    await file.close();
  }
}

interface Box {
  type: string;
  /** Offset behind the header. */
  start: number;
  end: number;
}

class Claims {
  private boxes = 0;
  private fragmentSamples = 0;
  private chunks = 0;

  constructor(
    private readonly window: Window,
    private readonly fileBytes: number,
  ) {}

  areTooMuch(): Promise<boolean> {
    return this.anyWithin(0, this.fileBytes);
  }

  private async anyWithin(from: number, to: number): Promise<boolean> {
    let stsc: Box | undefined;
    for (let at = from; at + 8 <= to;) {
      if (++this.boxes > MOST_BOXES) return true;
      const box = await this.boxAt(at, to);
      if (!box) break;
      if (box.type === 'stsc') stsc = box;
      if (CONTAINERS.has(box.type) ? await this.anyWithin(box.start, box.end) : await this.isTooMuch(box))
        return true;
      at = box.end;
    }
    return stsc !== undefined && (await this.chunksHoldTooMuch(stsc));
  }

  /** @returns undefined where the file ends or makes no sense; the prober judges the rest. */
  private async boxAt(at: number, to: number): Promise<Box | undefined> {
    const head = await this.window.read(at, 16);
    if (head.length < 8) return undefined;
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short || to - at;
    const start = at + (isLong ? 16 : 8);
    return at + size < start
      ? undefined
      : { type: head.toString('latin1', 4, 8), start, end: Math.min(to, at + size) };
  }

  private async isTooMuch({ type, start, end }: Box): Promise<boolean> {
    const room = end - start;
    const words = await this.window.read(start, 12);
    const word = (n: number) => (words.length >= 4 * n + 4 ? words.readUInt32BE(4 * n) : 0);
    switch (type) {
      case 'stsz':
        return this.sizesAreTooMuch(word(1), word(2), room);
      case 'stz2':
        return word(2) > MOST_SAMPLES || (word(2) * (word(1) & 0xff)) / 8 > room;
      case 'trun':
        return this.fragmentIsTooMuch(word(0), word(1), room);
      default: {
        const lineBytes = LINE_BYTES[type];
        if (type === 'stco' || type === 'co64') this.chunks = word(1);
        return lineBytes !== undefined && word(1) * lineBytes > room;
      }
    }
  }

  /** Samples of one size need no table. Plain audio has millions of them, each a byte or more of the file. */
  private sizesAreTooMuch(size: number, count: number, room: number): boolean {
    if (size === 0) return count * 4 > room || count > MOST_SAMPLES;
    return size * count > this.fileBytes;
  }

  private fragmentIsTooMuch(flags: number, count: number, room: number): boolean {
    const lineBytes = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
    this.fragmentSamples += count;
    return count * lineBytes > room || this.fragmentSamples > Math.min(MOST_SAMPLES, this.fileBytes);
  }

  /** Four-bit audio has two samples per byte; no format has more. */
  private async chunksHoldTooMuch({ start, end }: Box): Promise<boolean> {
    const lines = Math.min(MOST_LINES, Math.floor((end - start - 8) / 12));
    let samples = 0;
    for (let n = 0; n < lines; n++) {
      const line = await this.window.read(start + 8 + 12 * n, 16);
      if (line.length < 8) break;
      const next = n + 1 < lines && line.length === 16 ? line.readUInt32BE(12) : this.chunks + 1;
      samples += Math.max(0, next - line.readUInt32BE(0)) * line.readUInt32BE(4);
    }
    return samples > 2 * this.fileBytes;
  }
}

/** Reads a file in windows, because most reads are close together. */
class Window {
  private bytes: Buffer = Buffer.alloc(0);
  private start = 0;

  constructor(private readonly file: FileHandle) {}

  /** @returns fewer bytes at the end of the file. */
  async read(at: number, length: number): Promise<Buffer> {
    if (at < this.start || at + length > this.start + this.bytes.length) {
      const bytes = Buffer.allocUnsafe(WINDOW_BYTES);
      const { bytesRead } = await this.file.read(bytes, 0, WINDOW_BYTES, at);
      this.bytes = bytes.subarray(0, bytesRead);
      this.start = at;
    }
    return this.bytes.subarray(at - this.start, at - this.start + length);
  }
}
