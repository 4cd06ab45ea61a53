import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { pageToken } from '../backend/rehearsal/rehearsal-account';
import type { Answer, Client } from '../test/support/client';
import { fixture } from '../test/support/media';
import { tusOf } from '../test/support/tus';
import { openBrowser, signIn, visit } from '../test/support/ui/browser';
import { Product } from './support/product';
import { bound, type Benchmark } from './support/report';
import { median } from './support/statistics';

const ACCOUNTS = 5;
const ROUNDS = 20;
const VISITS = 5;
const CALENDAR_POSTS = 1_000;
const MOST_TARGETS = 20;
const PLAN = { name: 'Bench', description: '', price: 0, duration_days: 30 };
const ROOM = { max_storage_bytes: 2 ** 40, max_pending_submissions: 10_000 };

/** What it costs to schedule one video for five accounts, and to open a calendar with many posts of all sorts. */
export const compose: Benchmark = {
  name: 'compose',
  run: async () => {
    const product = await Product.start({ env: { ROLE: 'api' } });
    const browser = await openBrowser();
    try {
      const [user] = (await product.subscribers(1, await roomyPlan(await product.admin()))) as [Client];
      const accounts = await connected(user);
      const film = await upload(user, 'portrait.mp4');
      const composed: number[] = [];
      for (let n = 0; n < ROUNDS; n++) composed.push(await timeOf(user, accounts, film, n));
      await fill(user, accounts, film);
      const opened: number[] = [];
      for (let n = 0; n <= VISITS; n++) opened.push(await opens(browser, product.url, user));
      return [
        bound(`schedule for ${ACCOUNTS} accounts, one request`, median(composed.slice(1)), {
          unit: 'ms',
          atMost: 50,
          values: composed.slice(1),
        }),
        bound(`open a month with ${CALENDAR_POSTS} posts`, median(opened.slice(1)), {
          unit: 'ms',
          atMost: 1_000,
          values: opened.slice(1),
        }),
      ];
    } finally {
      await browser.close();
      await product.end();
    }
  },
};

async function roomyPlan(admin: Client): Promise<number> {
  return (taken(await admin.post('/api/admin/plans', { ...PLAN, ...ROOM })) as { id: number }).id;
}

async function connected(user: Client): Promise<number[]> {
  const pages = Array.from({ length: ACCOUNTS }, (_, n) => String(100_000_000_000_500 + n));
  for (const page of pages)
    taken(await user.post('/api/accounts', { page_id: page, access_token: pageToken(page) }));
  const accounts = taken(await user.get('/api/accounts')) as { id: number; network: string }[];
  return accounts.filter(({ network }) => network === 'facebook').map(({ id }) => id);
}

const upload = async (user: Client, name: string): Promise<string> =>
  tusOf(user).upload(new Uint8Array(await readFile(fixture(name))), { filename: name });

/** @returns the milliseconds from the request to its answer. */
async function timeOf(user: Client, accounts: number[], film: string, n: number): Promise<number> {
  const body = {
    targets: accounts.map((account_id) => ({ account_id, format: 'reel' })),
    media: [{ media_id: film }],
    description: `Offer ${n} of the bench`,
    scheduled_for: at(n * 60),
  };
  const begin = performance.now();
  const answer = await user.post('/api/posts', body);
  const took = performance.now() - begin;
  taken(answer);
  return took;
}

/** Reels, photos and texts, spread over the month. */
async function fill(user: Client, accounts: number[], film: string): Promise<void> {
  const photo = await upload(user, 'photo.jpg');
  const kinds = [
    { format: 'reel', media: [{ media_id: film }] },
    { format: 'photo', media: [{ media_id: photo }] },
    { format: 'text', media: [] },
  ];
  for (let n = 0; n < CALENDAR_POSTS / MOST_TARGETS; n++) {
    const { format, media } = kinds[n % kinds.length]!;
    const targets = Array.from({ length: MOST_TARGETS }, (_, target) => ({
      account_id: accounts[target % ACCOUNTS],
      format,
      scheduled_for: at(n * 300 + target * 15),
    }));
    taken(await user.post('/api/posts', { targets, media, description: `Post ${n} of the month` }));
  }
}

/** In the next month of the calendar, which is shown from its first day. */
function at(minutes: number): string {
  const now = new Date();
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2);
  return new Date(first + minutes * 60_000).toISOString();
}

/** @returns the milliseconds from the click on the next month until its posts stand there. */
async function opens(browser: Browser, url: string, session: Client): Promise<number> {
  const guest = await visit(browser, url);
  await signIn(guest, session);
  const { page, context } = guest;
  await page.goto('/dashboard/calendar');
  await page.getByRole('button', { name: /^Next / }).waitFor();
  const took = await page.evaluate<number>(OPENED);
  await context.close();
  return took;
}

/** In the page: a driver looks at it up to half a second too late. */
const OPENED = `new Promise((done) => {
  const next = [...document.querySelectorAll('button')].find((each) => /^next/i.test(each.ariaLabel ?? ''));
  const from = performance.now();
  new MutationObserver((_, observer) => {
    if (!document.body.innerText.includes('of the month')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - from)));
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  next.click();
})`;

function taken({ status, body }: Answer): unknown {
  if (status >= 300) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}
