import type { Container } from '../rules';

/** Brands of files that are made of the same boxes and are no films: pictures (ISO 23008-12, AVIF, Canon's) and sound. */
const NO_FILMS = new Set([
  ...['mif1', 'mif2', 'mif3', 'msf1', 'miaf', 'MiHB', 'MiHE', 'avif', 'avis', 'crx '],
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'jpeg', 'jpgs', 'j2ki', 'j2is'],
  ...['M4A ', 'M4B ', 'M4P ', 'F4A ', 'F4B '],
]);

/** Of QuickTime films from before there were brands (QuickTime File Format, "Overview of the file format"). */
const FIRST_WITHOUT_BRAND = new Set(['wide', 'mdat', 'moov', 'free', 'skip']);

/** By the type of a file's first box, and the brand if that is `ftyp`. For the browser, too. */
export function containerOf(firstBox: string, brand: string): Container | null {
  if (FIRST_WITHOUT_BRAND.has(firstBox)) return 'mov';
  if (firstBox !== 'ftyp') return null;
  if (NO_FILMS.has(brand)) return null;
  return brand === 'qt  ' ? 'mov' : 'mp4';
}
