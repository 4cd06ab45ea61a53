/** Tag of the orientation, and the type of its value: a number of 16 bits (EXIF 2.3, 4.6). */
const ORIENTATION = 0x0112;
const SHORT = 3;

const ENTRY_BYTES = 12;

/** Some programs write it before the EXIF of a PNG, too, where it does not belong. */
const PREFIX = 'Exif\0\0';

/** The orientation that the EXIF of a picture names; 1, upright, if it names none. */
export function orientationIn(exif: Buffer): number {
  const tiff = exif.toString('latin1', 0, PREFIX.length) === PREFIX ? exif.subarray(PREFIX.length) : exif;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return 1;
  const number = (at: number, bytes: 2 | 4): number => {
    if (at + bytes > tiff.length) return 0;
    return order === 'II' ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes);
  };
  const directory = number(4, 4);
  const entries = number(directory, 2);
  for (let n = 0; n < entries; n++) {
    const entry = directory + 2 + n * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > tiff.length) break;
    if (number(entry, 2) !== ORIENTATION || number(entry + 2, 2) !== SHORT) continue;
    const orientation = number(entry + 8, 2);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}
