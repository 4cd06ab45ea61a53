import type { Page } from 'playwright-core';
import { ownerOf } from '../support/ui/posts-screen';
import { OF_A_SUBSCRIBER, OF_AN_ADMINISTRATOR, type Press } from '../support/ui/presses';
import { describeScreens } from '../support/ui/dashboard';
import { stalled } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';

jest.setTimeout(90_000);

/** @returns how many calls a double click makes */
async function callsOf(page: Page, { open, button, call: [method, url] }: Press): Promise<number> {
  await open(page);
  const held = await stalled(page, url, method);
  // The second click arrives before any timer of the page, as on a phone that is busy.
  await button(page).dblclick();
  await eventually(
    () => Promise.resolve(held.length),
    (calls) => calls > 0,
  );
  await page.evaluate('new Promise((go) => setTimeout(go, 100))');
  const calls = held.length;
  // The server never hears of it, so that the next press finds what this one found.
  for (const route of held) await route.abort();
  return calls;
}

describeScreens('a double click', (ui) => {
  let subscriber: Client;

  beforeAll(async () => {
    subscriber = (await ownerOf(ui.users, 'First', 'Second')).client;
    await subscriber.post('/api/captions', { content: 'Kept' });
  });

  const callsFor = async (client: Client, press: Press) => {
    const { page, leave } = await ui.open(client, press.path);
    const calls = await callsOf(page, press);
    await leave();
    return calls;
  };

  it.each(OF_A_SUBSCRIBER)('on "$name" calls the server once', async (press) => {
    expect(await callsFor(subscriber, press)).toBe(1);
  });

  it.each(OF_AN_ADMINISTRATOR)('of an administrator on "$name" calls the server once', async (press) => {
    await ui.users.newcomer();
    expect(await callsFor(ui.admin, press)).toBe(1);
  });
});
