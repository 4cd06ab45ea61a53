import type { Page } from 'playwright-core';
import { PAGE, startTestApp, type TestApp } from '../support/app';
import { signIn, type Visit } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { daysFromNow } from '../support/users';
import { settled } from '../support/ui/screens';
import { eventually, type Client } from '../support/client';

jest.setTimeout(60_000);

const CONNECTED = {
  status: 'connected',
  id: PAGE.id,
  name: PAGE.name,
  verified_at: null,
  expires_at: null,
  paused_reason: null,
  resumes_at: null,
};

describeScreens('the banners', (ui) => {
  async function come(to: TestApp, client: Client, connection?: Record<string, object>): Promise<Visit> {
    client.user = (await client.get('/api/user')).body;
    const guest = await ui.visit({}, to.url);
    await signIn(guest, client);
    if (connection)
      await guest.page.route('**/api/user/connection', (route) => route.fulfill({ json: connection }));
    await guest.page.goto('/dashboard/settings');
    await settled(guest.page);
    return guest;
  }
  const banner = ({ page }: Visit, text: string) => page.getByRole('status').filter({ hasText: text });

  it('ask for what the connection lacks, and lead to the settings', async () => {
    const guest = await come(ui.app, await ui.users.subscriber());
    const { page } = guest;
    await page.goto('/dashboard');
    await banner(guest, 'Facebook Connection Required')
      .getByText('Missing: Access Token and Page ID')
      .waitFor();
    await banner(guest, 'Facebook Connection Required').getByRole('link').click();
    await page.waitForURL('**/dashboard/settings');
    await guest.context.close();
  });

  it('stand above the content, one line each, the worst first', async () => {
    const guest = await come(ui.app, await ui.users.subscriber({ connected: true }), {
      facebook: { ...CONNECTED, status: 'paused', paused_reason: 'Sign in again.' },
      instagram: { ...CONNECTED, expires_at: daysFromNow(0.9) },
    });
    const { page } = guest;
    await banner(guest, 'Instagram connection ends in 1 day.').waitFor();
    const tops = [];
    for (const text of [
      'Facebook connection paused. Sign in again.',
      'Instagram connection ends in 1 day.',
    ]) {
      const box = await banner(guest, text).boundingBox();
      expect(box?.height).toBeLessThan(56);
      tops.push(box?.y);
      expect(await banner(guest, text).getByRole('link').getAttribute('href')).toBe('/dashboard/settings');
    }
    tops.push((await page.getByRole('heading', { level: 1 }).boundingBox())?.y);
    expect(tops).toEqual([...tops].sort((a = 0, b = 0) => a - b));
    await guest.context.close();
  });

  it('mention once what both networks share, and nothing that works', async () => {
    const both = { ...CONNECTED, expires_at: daysFromNow(6.5) };
    const user = await ui.users.subscriber({ connected: true });
    const guest = await come(ui.app, user, { facebook: both, instagram: both });
    await banner(guest, 'Facebook and Instagram connections end in 7 days.').waitFor();
    await guest.context.close();

    const well = { ...CONNECTED, expires_at: daysFromNow(7.5) };
    const other = await come(ui.app, user, {
      facebook: well,
      instagram: { ...CONNECTED, status: 'missing' },
    });
    expect(await other.page.getByText(/connections? (ends?|paused|required)/i).count()).toBe(0);
    await other.context.close();
  });

  it('say that the publisher is away, until there is one', async () => {
    const away = await startTestApp({ env: { ROLE: 'api' } });
    try {
      const user = await away.client.register();
      const guest = await come(away, user);
      for (const path of ['/dashboard', '/dashboard/videos']) {
        await guest.page.goto(path);
        await banner(guest, 'The publisher is away.')
          .getByText('Nothing goes out until it is back. Your posts keep their place in the queue.')
          .waitFor();
      }
      const publisher = await startTestApp({ dir: away.dir, fake: away.fake, env: { ROLE: 'publisher' } });
      try {
        await eventually(
          async () => (await user.get('/api/config')).body.publisher,
          (state) => state === 'alive',
        );
        await guest.page.reload();
        await settled(guest.page);
        await banner(guest, 'The publisher is away.').waitFor({ state: 'detached' });
      } finally {
        await publisher.end();
      }
      await guest.context.close();
    } finally {
      await away.end();
    }
  });

  it('say that this is a rehearsal, and how to join in', async () => {
    const rehearsal = await startTestApp({ env: { NETWORK: 'rehearsal' } });
    try {
      const guest = await come(rehearsal, await rehearsal.client.register());
      const line = banner(guest, 'Rehearsal mode.');
      expect((await line.boundingBox())!.height).toBeLessThan(48);
      const connect = line.getByRole('link', { name: 'Connect it in Settings' });
      expect(await connect.getAttribute('href')).toBe('/dashboard/settings');
      const link = line.getByRole('link', { name: 'Open the rehearsal page' });
      expect(await link.getAttribute('target')).toBe('_blank');
      const opened = guest.page.waitForEvent('popup');
      await link.click();
      const page = await opened;
      await page.getByRole('heading', { level: 1, name: 'Rehearsal page' }).waitFor();
      const face = (p: Page) =>
        p.evaluate<string>(`document.fonts.ready.then(() => {
        const { fontFamily, backgroundColor } = getComputedStyle(document.body);
        return [document.fonts.check('14px "Inter Variable"'), fontFamily, backgroundColor].join();
      })`);
      expect(await face(page)).toBe(await face(guest.page));
      await guest.page.setViewportSize({ width: 360, height: 740 });
      await eventually(
        async () => (await line.boundingBox())!.height,
        (height) => height < 32,
      );
      await guest.context.close();
    } finally {
      await rehearsal.end();
    }
  });
});
