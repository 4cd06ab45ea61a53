import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { openBrowser, signIn, visit } from '../support/ui/browser';
import { settled } from '../support/ui/screens';
import { startSeededApp } from '../support/seeded-app';

const FOLDER = resolve(__dirname, '../../frontend/src/public/landing/pictures');
const SIZES = { wide: { width: 1200, height: 540 }, narrow: { width: 390, height: 640 } };
const QUALITY = 62;

/** `node -r ./test/support/register-ts.js test/ui/landing-pictures.ts`: takes anew what the landing page shows of the product. */
async function main(): Promise<void> {
  const [stage, browser] = await Promise.all([startSeededApp(), openBrowser()]);
  await mkdir(FOLDER, { recursive: true });
  for (const [size, room] of Object.entries(SIZES))
    for (const theme of ['light', 'dark']) {
      const guest = await visit(browser, stage.app.url, {
        ...room,
        dark: theme === 'dark',
        deviceScaleFactor: size === 'wide' ? 1.5 : 2,
      });
      await signIn(guest, stage.people.subscriber);
      await guest.page.goto('/dashboard');
      await settled(guest.page);
      const picture = sharp(await guest.page.screenshot({ animations: 'disabled' }));
      await picture.webp({ quality: QUALITY, effort: 6 }).toFile(join(FOLDER, `home-${size}-${theme}.webp`));
      await guest.context.close();
    }
  await browser.close();
  await stage.end();
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
