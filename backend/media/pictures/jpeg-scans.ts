/** Cameras and programs make at most a dozen. A picture of 4096 x 4096 may have 900 and takes seconds then. */
const MOST_SCANS = 100;

/** Markers of a JPEG (ITU T.81, table B.1). */
const SCAN = 0xda;
const END = 0xd9;
const FIRST_RESTART = 0xd0;
const BEGINNING = 0xd8;
const TEMPORARY = 0x01;

/**
 * Whether decoding the picture would take as long as that of many: each scan of a progressive JPEG goes over all of its
 * lines, and may be a few bytes long. Reads markers as decoders do. False for other formats.
 */
export function hasTooManyScans(bytes: Buffer): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== BEGINNING) return false;
  let scans = 0;
  for (let at = 2; at < bytes.length - 1; at++) {
    if (bytes[at] !== 0xff) continue;
    const marker = bytes[at + 1] as number;
    // A filling byte, of which any number may come before a marker; or 0xff among the data of a scan.
    if (marker === 0xff || marker === 0) continue;
    if (marker === END) return false;
    if (marker === SCAN && ++scans > MOST_SCANS) return true;
    at++;
    // What a segment contains is not searched for markers.
    if (hasLength(marker) && at + 2 < bytes.length) at += bytes.readUInt16BE(at + 1);
  }
  return false;
}

const hasLength = (marker: number): boolean =>
  marker !== TEMPORARY && !(marker >= FIRST_RESTART && marker <= BEGINNING);
