import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../test/support/ui/browser';
import { Product, scratchDir } from './support/product';
import { bound, comparison, type Benchmark, type Row } from './support/report';
import { ServerProcess } from './support/server-process';
import { slowVisit } from './support/slow-visitor';
import { inTurns } from './support/statistics';

const ROUNDS = 11;
const PUBLIC_DIR = resolve(__dirname, '../dist/public');

/** The landing page as a first visitor on a slow phone sees it, against itself without any script. */
export const landing: Benchmark = {
  name: 'landing',
  run: async () => {
    const dir = await scratchDir('landing');
    const product = await Product.start({ env: { SUPPORT_PHONE: '911234567890' } });
    const plain = await startPlain(product, dir);
    const browser = await openBrowser();
    try {
      return await measure(browser, product.url, plain.url);
    } finally {
      await browser.close();
      await plain.stop();
      await product.end();
      await rm(dir, { recursive: true, force: true });
    }
  },
};

async function startPlain(product: Product, dir: string): Promise<ServerProcess> {
  const html = await (await fetch(product.url)).text();
  const page = join(dir, 'index.html');
  await writeFile(page, withoutScripts(html));
  return ServerProcess.start([join(__dirname, 'support/static-page.js'), PUBLIC_DIR, page], {
    readyPath: '/',
  });
}

function withoutScripts(html: string): string {
  const plain = html.replace(/<script[^>]*><\/script>/g, '').replace(/<link rel="modulepreload"[^>]*>/g, '');
  if (plain.length === html.length || /<script/.test(plain))
    throw new Error('the scripts of the landing page are not where they are looked for');
  return plain;
}

async function measure(browser: Browser, url: string, plainUrl: string): Promise<Row[]> {
  const paint = (of: string) => async () => (await slowVisit(browser, of)).largestPaintMs;
  const { ours, plain } = await inTurns(ROUNDS, { ours: paint(url), plain: paint(plainUrl) });
  const { layoutShift } = await slowVisit(browser, url, { scroll: true });
  return [
    comparison('largest paint, slow 4G, slow CPU', ours, plain, {
      unit: 'ms',
      baselineName: 'without scripts',
      atMost: 1.2,
    }),
    bound('layout shift, down to the end', layoutShift, { unit: '', atMost: 0 }),
  ];
}
