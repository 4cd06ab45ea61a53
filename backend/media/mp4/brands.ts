import type { Container } from '../rules';

/** Brands of files that are made of the same boxes and are no films: pictures (ISO 23008-12, AVIF, Canon's) and sound. */
const NO_FILMS = new Set([
  ...['mif1', 'mif2', 'mif3', 'msf1', 'miaf', 'MiHB', 'MiHE', 'avif', 'avis', 'crx '],
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'jpeg', 'jpgs', 'j2ki', 'j2is'],
  ...['M4A ', 'M4B ', 'M4P ', 'F4A ', 'F4B '],
]);

/** Shared with the browser, which reads the same four bytes. */
export function containerOfBrand(brand: string): Container | null {
  if (NO_FILMS.has(brand)) return null;
  return brand === 'qt  ' ? 'mov' : 'mp4';
}
