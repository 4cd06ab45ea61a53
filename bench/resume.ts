import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../test/support/client';
import { Product, scratchDir } from './support/product';
import { bound, comparison, type Benchmark } from './support/report';
import { ServerProcess, TYPESCRIPT } from './support/server-process';
import { inTurns, median } from './support/statistics';
import { sendInPieces, sendWithABreak, type Place } from './support/tus-transfer';
import { videoBody } from './support/video-body';

const MEGABYTE = 1024 * 1024;
const FILE_BYTES = 100 * MEGABYTE;
const ROUNDS = 5;

/** Uploads in pieces against `@tus/server` alone, and what a broken line costs. */
export const resume: Benchmark = {
  name: 'resume',
  run: async () => {
    const { pieces } = await videoBody(FILE_BYTES);
    const file = Buffer.concat(pieces.slice(1, -1));
    const dir = await scratchDir('tus');
    const args = [...TYPESCRIPT, join(__dirname, 'support/tus-baseline.ts')];
    const alone = await ServerProcess.start(args, { readyPath: '/', env: { DIR: dir } });
    const product = await Product.start();
    try {
      const [user] = (await product.subscribers(1)) as [Client];
      const ours: Place = { url: `${product.url}/api/uploads`, token: user.token };
      const bare: Place = { url: `${alone.url}/uploads` };
      const rates = await inTurns(ROUNDS, {
        ours: () => rate(ours, file, (upload) => user.delete(`/api/media/${upload.split('/').at(-1)!}`)),
        bare: () => rate(bare, file, (upload) => fetch(alone.url + upload, DELETE)),
      });
      const sent = await sendWithABreak(ours, file);
      return [
        comparison('upload in pieces, 100 MB', rates.ours, rates.bare, {
          unit: 'MB/s',
          baselineName: '@tus/server alone',
          atLeast: 0.6,
        }),
        bound('sent again after a break at half', sent / file.length, { unit: 'of the file', atMost: 0.55 }),
        bound('the pieces took', FILE_BYTES / MEGABYTE / median(rates.ours), { unit: 's' }),
      ];
    } finally {
      await product.end();
      await alone.stop();
      await rm(dir, { recursive: true, force: true });
    }
  },
};

const DELETE = { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } };

/** @returns megabytes a second, from the creation to the last answer. */
async function rate(place: Place, file: Buffer, forget: (upload: string) => Promise<unknown>) {
  const begin = performance.now();
  const upload = await sendInPieces(place, file);
  const seconds = (performance.now() - begin) / 1000;
  await forget(upload);
  return file.length / MEGABYTE / seconds;
}
