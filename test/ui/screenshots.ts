import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { PAGE, type TestApp } from '../support/app';
import type { Client } from '../support/client';
import { offerTo } from '../support/connecting';
import { SHOP } from '../support/credentials';
import { agencyWith } from '../support/ui/accounts-screen';
import { add } from '../support/ui/calendar-page';
import { NARROW, openBrowser, signIn, visit, WIDE } from '../support/ui/browser';
import { SCREENS, settled, type ScreenOfProduct } from '../support/ui/screens';
import { startSeededApp, type SeededApp, type Viewer } from '../support/seeded-app';

const FOLDER = resolve(__dirname, '../../dist/screenshots');

type Stage = Pick<SeededApp, 'app'> & { people: SeededApp['people'] & { agency: Client } };

interface Shot {
  screen: ScreenOfProduct;
  who: Viewer | 'agency';
  state: 'full' | 'empty' | 'failed' | 'loading' | 'picker';
}

/** Where several accounts show. */
const OF_AGENCIES = [
  '/dashboard',
  '/dashboard/calendar',
  '/dashboard/compose',
  '/dashboard/videos',
  '/dashboard/photos',
  '/dashboard/settings',
];

/** Takes a picture of every screen whose name has one of the words, or of all, in every state, width and theme. */
async function main(words: string[]): Promise<void> {
  const [seeded, browser] = await Promise.all([startSeededApp(), openBrowser()]);
  const agency = await agencyOn(seeded.app);
  const stage = { ...seeded, people: { ...seeded.people, agency } };
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const chosen = SCREENS.filter(
    (screen) => !words.length || words.some((word) => nameOf(screen).includes(word)),
  );
  const offer = await offerTo(stage.app, agency);
  const shots = chosen.flatMap((screen) => [...shotsOf(screen), ...agencyShots(screen, offer)]);
  await Promise.all([true, false].map((dark) => takeAll(browser, stage, shots, dark)));
  await browser.close();
  await stage.end();
  console.log(`${shots.length * 4} pictures in ${FOLDER}`);
}

function shotsOf(screen: ScreenOfProduct): Shot[] {
  const { full, empty, feed } = screen;
  return [
    { screen, who: full, state: 'full' },
    ...(empty ? [{ screen, who: empty, state: 'empty' } as const] : []),
    ...(feed ? (['failed', 'loading'] as const).map((state) => ({ screen, who: full, state })) : []),
    ...(full === 'subscriber' && screen.path !== '/dashboard'
      ? [{ screen, who: 'newcomer', state: 'full' } as const]
      : []),
  ];
}

/** Somebody with several accounts, and posts for each of them. */
async function agencyOn(app: TestApp): Promise<Client> {
  app.fake.addPage(SHOP);
  const client = await agencyWith(app.users, PAGE, SHOP);
  const at = new Date(Date.now() + 90 * 60_000).toISOString();
  for (const { id } of (await client.get('/api/accounts')).body) {
    await client.put(`/api/accounts/${id}`, { is_default: 1 });
    await add(client, 'Market day, behind the stalls', at);
    await add(client, 'Closing time');
  }
  return client;
}

/** What several accounts change, and what Facebook's dialog offered. */
function agencyShots(screen: ScreenOfProduct, offer: number): Shot[] {
  if (!OF_AGENCIES.includes(screen.path)) return [];
  const offered = { ...screen, path: `${screen.path}?connect=${offer}` };
  return [
    { screen, who: 'agency', state: 'full' },
    ...(screen.path === '/dashboard/settings'
      ? [{ screen: offered, who: 'agency', state: 'picker' } as const]
      : []),
  ];
}

async function takeAll(browser: Browser, stage: Stage, shots: Shot[], dark: boolean): Promise<void> {
  for (const size of [WIDE, NARROW])
    for (const shot of shots) {
      // What fades in when it is scrolled to is on the picture, too.
      const guest = await visit(browser, stage.app.url, { ...size, dark, reducedMotion: 'reduce' });
      const name = [nameOf(shot.screen), shot.who, shot.state, size.width, dark ? 'dark' : 'light'].join('-');
      try {
        await take(guest, stage, shot, join(FOLDER, `${name}.png`));
      } catch (error) {
        console.error(`${name}: ${String(error).split('\n')[0]!}`);
      }
      await guest.context.close();
    }
}

const nameOf = ({ path }: ScreenOfProduct) =>
  path
    .replace(/[#?].*/, '')
    .replace(/^\//, '')
    .replaceAll('/', '.') || 'landing';

async function take(
  guest: Awaited<ReturnType<typeof visit>>,
  { people }: Stage,
  { screen, who, state }: Shot,
  path: string,
): Promise<void> {
  const { page } = guest;
  if (who !== 'anonymous') await signIn(guest, people[who]);
  if (state === 'failed' && screen.feed)
    await page.route(screen.feed, (route) => route.fulfill({ status: 500, body: '{}' }));
  if (state === 'loading' && screen.feed) await page.route(screen.feed, () => undefined);
  await page.goto(screen.path);
  if (state === 'loading') await page.waitForTimeout(1_500);
  else await settled(page);
  // Toasts and what fades in.
  await page.waitForTimeout(400);
  await page.screenshot({ path, fullPage: true });
}

main(process.argv.slice(2)).then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
