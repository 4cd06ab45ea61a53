import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../test/support/ui/browser';
import { builtMinimalAdmin } from '../test/support/ui/minimal-admin';
import type { Client } from '../test/support/client';
import { fixture } from '../test/support/media';
import { Product } from './support/product';
import { bound, comparison, type Benchmark, type Row } from './support/report';
import { ServerProcess } from './support/server-process';
import { BAD_LINE, slowVisit, type Felt, type Visiting } from './support/slow-visitor';
import { inTurns, median } from './support/statistics';

const ROUNDS = 5;
const BAD_ROUNDS = 3;
const SECOND = 1_000;

/** The signed-in dashboard on a slow phone, against the least that react-admin can be used for; and on a bad line. */
export const dashboard: Benchmark = {
  name: 'dashboard',
  run: async () => {
    const product = await Product.start();
    const least = await ServerProcess.start(
      [join(__dirname, 'support/minimal-admin.js'), await builtMinimalAdmin()],
      { readyPath: '/' },
    );
    const browser = await openBrowser();
    try {
      const [session] = (await product.subscribers(1)) as [Client];
      const { status } = await session.upload('/api/videos', Array(15).fill(fixture('portrait.mp4')));
      if (status !== 201) throw new Error(`the uploads were answered with ${status}`);
      return await measure(browser, [product.url, least.url], session);
    } finally {
      await browser.close();
      await least.stop();
      await product.end();
    }
  },
};

async function measure(browser: Browser, [url, leastUrl]: [string, string], session: Client): Promise<Row[]> {
  const home: Visiting = { path: '/dashboard', session, until: 'main h1' };
  const videos: Visiting = { path: '/dashboard/videos', session, until: 'main tbody tr' };
  const { ours, least } = await inTurns(ROUNDS, {
    ours: () => slowVisit(browser, url, home),
    least: () => slowVisit(browser, leastUrl, { until: 'tbody tr' }),
  });
  const against = (what: string, figure: (felt: Felt) => number, atMost: number) =>
    comparison(`${what}, slow 4G, slow CPU`, ours.map(figure), least.map(figure), {
      unit: 'ms',
      baselineName: 'least react-admin',
      atMost,
    });
  const onBadLine = (visiting: Visiting) =>
    slowVisit(browser, url, { ...visiting, line: BAD_LINE, slowdown: 1 });
  const bad = await inTurns(BAD_ROUNDS, {
    home: () => onBadLine(home),
    videos: () => onBadLine(videos),
  });
  const within = (what: string, felt: Felt[], figure: (felt: Felt) => number, atMost: number) => {
    const values = felt.map(figure);
    return bound(`${what}, 50 kB/s and 400 ms`, median(values), { unit: 'ms', atMost, values });
  };
  return [
    against('first paint', ({ firstPaintMs }) => firstPaintMs, 0.5),
    against('largest paint', ({ largestPaintMs }) => largestPaintMs, 1.15),
    against('main thread blocked', ({ blockedMs }) => blockedMs, 0.8),
    bound('layout shift', median(ours.map(({ layoutShift }) => layoutShift)), { unit: '', atMost: 0 }),
    within('frame', bad.home, ({ firstPaintMs }) => firstPaintMs, 2 * SECOND),
    within('home', bad.home, ({ readyMs }) => readyMs, 8 * SECOND),
    within('list of videos', bad.videos, ({ readyMs }) => readyMs, 8 * SECOND),
  ];
}
