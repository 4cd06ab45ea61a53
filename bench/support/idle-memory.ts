import { setTimeout as pause } from 'node:timers/promises';
import { Product } from './product';
import { bound, type Row } from './report';
import { median } from './statistics';

const IDLE_MS = 20_000;
const IDLE_PROCESSES = 3;
const MOST_MB = 100;
const MEGABYTE = 1024 * 1024;

/** What the product takes on this Node before anybody uses it. */
export async function idleMemory(): Promise<Row[]> {
  const products: Product[] = [];
  for (let n = 0; n < IDLE_PROCESSES; n++) products.push(await Product.start());
  await pause(IDLE_MS);
  const resident = products.map(({ server }) => server.resident / MEGABYTE);
  const ofFiles = products.map(({ server }) => server.residentFiles / MEGABYTE);
  for (const product of products) await product.end();
  return [
    bound(`resident after ${IDLE_MS / 1000} s, Node ${process.versions.node}`, median(resident), {
      unit: 'MB',
      atMost: MOST_MB,
      values: resident,
    }),
    bound('of that files, such as Node itself, which processes share', median(ofFiles), {
      unit: 'MB',
      values: ofFiles,
    }),
  ];
}
