import type { Locator } from 'playwright-core';
import { choose, ownerOf, row } from '../support/ui/posts-screen';
import { accessibilityFaults } from '../support/ui/accessibility';
import { focusGoesTo } from '../support/ui/focus';
import { NO_SUBSCRIPTION, refuse, refuseUntilTriedAgain } from '../support/ui/api-stubs';
import { sideways } from '../support/ui/layout-shifts';
import { describeSeededScreens } from '../support/ui/dashboard';
import { specText } from '../support/ui/spec-texts';
import { unasked } from '../support/ui/toasts';
import { eventually, type Client } from '../support/client';

jest.setTimeout(60_000);

const VIDEOS = /\/api\/videos\?/;

describeSeededScreens('the list of videos', (ui) => {
  const openScreen = (client: Client, path = 'videos', options = {}) => ui.open(client, path, options);

  describe('what it shows', () => {
    it('has its columns, a chip for each status, and only for pending ones schedule and delete', async () => {
      const { page, complaints, leave } = await openScreen(ui.seeded.people.subscriber);
      await row(page, /Bloopers/).waitFor();
      expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
        'Title',
        'Status',
        'Scheduled For',
        'Created At',
        'Actions',
      ]);
      await row(page, /Bloopers/)
        .getByText('Not scheduled')
        .waitFor();
      const shown: Record<string, unknown> = {};
      for (const [title, status] of [
        ['Bloopers', 'Pending'],
        ['Five minutes with the baker', 'Processing'],
        ['Latte art', 'Uploaded'],
        ['Market day', 'Failed'],
        ['How we roast', 'Published'],
      ] as const) {
        const its = row(page, new RegExp(title));
        await its.getByText(status, { exact: true }).waitFor();
        shown[status] = {
          hue: await hueOf(its.getByText(status, { exact: true })),
          schedule: await its.getByRole('button', { name: /schedule/i }).count(),
          remove: await its.getByRole('button', { name: /delete/i }).count(),
        };
      }
      expect(shown).toEqual({
        Pending: { hue: 'yellow', schedule: 1, remove: 1 },
        Processing: { hue: 'blue', schedule: 0, remove: 0 },
        Uploaded: { hue: 'green', schedule: 0, remove: 0 },
        Failed: { hue: 'red', schedule: 0, remove: 0 },
        Published: { hue: 'green', schedule: 0, remove: 0 },
      });
      await row(page, /A rainy Sunday/)
        .getByRole('button', { name: 'Reschedule' })
        .waitFor();
      expect(complaints).toEqual([]);
      await leave();
    });

    it.each([
      ['videos', 'Facebook Videos'],
      ['instagram-videos', 'Instagram Videos'],
    ])('says on %s that there is nothing yet', async (path, heading) => {
      const { page, leave } = await openScreen(ui.seeded.people.beginner, path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByText('No videos available').waitFor();
      expect(await page.getByRole('searchbox').count()).toBe(0);
      await leave();
    });

    it('tells what failed, and empties the list, until trying again works', async () => {
      const { page, toast, leave } = await openScreen(ui.seeded.people.subscriber);
      await row(page, /Bloopers/).waitFor();
      const tryAgain = await refuseUntilTriedAgain(page, VIDEOS);
      await page.getByRole('searchbox').fill('o');
      await toast('Failed to fetch videos');
      await page.getByRole('alert').getByText('Failed to fetch videos').last().waitFor();
      await page.getByRole('row').first().waitFor({ state: 'detached' });
      await tryAgain();
      await row(page, /Bloopers/).waitFor();
      await leave();
    });

    it('asks for a subscription where there is none, and leads to the plans', async () => {
      for (const path of ['videos', 'instagram-videos']) {
        const { page, leave } = await openScreen(ui.seeded.people.newcomer, path);
        await page
          .getByText(
            'You need an active subscription to manage and upload videos. Please subscribe to a plan to continue.',
          )
          .waitFor();
        expect(unasked(page)).toEqual([]);
        await page.getByRole('link', { name: 'View Plans' }).click();
        await page.waitForURL(/\/dashboard$/);
        await leave();
      }
    });

    it('becomes that screen when the subscription ends while it is open', async () => {
      const { page, leave } = await openScreen(ui.seeded.people.subscriber);
      await row(page, /Bloopers/).waitFor();
      await refuse(page, 'GET', VIDEOS, NO_SUBSCRIPTION);
      await page.getByRole('searchbox').fill('o');
      await page.getByText(/^You need an active subscription to manage/).waitFor();
      await leave();
    });
  });

  describe('finding', () => {
    let seventeen: Client;
    beforeAll(async () => {
      const titles = Array.from({ length: 17 }, (_, n) => `Clip ${String(n + 1).padStart(2, '0')}`);
      ({ client: seventeen } = await ownerOf(ui.users, ...titles));
    });

    it('turns pages of fifteen', async () => {
      const { page, leave } = await openScreen(seventeen);
      await page.getByText(showing(1, 15, 17)).waitFor();
      const previous = page.getByRole('button', { name: 'Previous' });
      const next = page.getByRole('button', { name: 'Next' });
      expect(await previous.isDisabled()).toBe(true);
      await next.click();
      await page.getByText(showing(16, 17, 17)).waitFor();
      await row(page, /Clip 01/).waitFor();
      expect(await next.isDisabled()).toBe(true);
      await previous.click();
      await row(page, /Clip 17/).waitFor();
      await page.getByText(showing(1, 15, 17)).waitFor();
      await leave();
    });

    it('searches by title, filters by status, orders, and comes back from nothing', async () => {
      const { page, leave } = await openScreen(ui.seeded.people.subscriber);
      await page.getByRole('searchbox', { name: 'Search by title' }).fill('ROAST');
      await page.getByText(showing(1, 1, 1)).waitFor();
      await row(page, /How we roast/).waitFor();
      await choose(page, 'Status', 'Pending');
      await page.getByText('No videos match your search.').waitFor();
      await page.getByRole('button', { name: 'Show all videos' }).click();
      await page.getByText('of 10 results').waitFor();
      await choose(page, 'Status', 'Failed');
      await page.getByText(showing(1, 1, 1)).waitFor();
      await row(page, /Market day/).waitFor();
      await choose(page, 'Status', 'All statuses');
      await choose(page, 'Order', 'Oldest first');
      await eventually(
        () => page.getByRole('row').nth(1).innerText(),
        (text) => text.includes('Sunrise over the old town'),
      );
      await leave();
    });

    it('goes back a page when the last one empties', async () => {
      const { page, leave, toast } = await openScreen(seventeen);
      await page.getByRole('button', { name: 'Next' }).click();
      await row(page, /Clip 01/).waitFor();
      for (const title of ['Clip 01', 'Clip 02']) {
        await row(page, title)
          .getByRole('button', { name: /^Delete/ })
          .click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
        await row(page, title).waitFor({ state: 'detached' });
      }
      await toast('Video deleted successfully');
      await page.getByText(showing(1, 15, 15)).waitFor();
      await leave();
    });
  });

  it('plays a video over the screen, with its title, a button to close it, and no download', async () => {
    const { client, ids } = await ownerOf(ui.users, 'Morning in Jaipur');
    const { page, complaints, leave } = await openScreen(client);
    const thumbnail = page.getByRole('button', { name: 'Play Morning in Jaipur' });
    await thumbnail.click();
    const dialog = page.getByRole('dialog', { name: 'Morning in Jaipur' });
    const video = dialog.locator('video');
    const { body } = await client.get(`/api/videos/${ids[0]!}`);
    expect(await video.getAttribute('src')).toBe(`/storage/${body.file_path}`);
    expect(await video.getAttribute('controlslist')).toBe('nodownload');
    expect(await video.evaluate((element: any) => [element.autoplay, element.controls])).toEqual([
      true,
      true,
    ]);
    await eventually(
      () => video.evaluate((element: any) => element.currentTime as number),
      (at) => at > 0,
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await focusGoesTo(page, 'Play Morning in Jaipur');
    await thumbnail.click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await leave();
  });

  it('is a table where there is room for one beside the sidebar, else cards', async () => {
    const { page, leave } = await openScreen(ui.seeded.people.subscriber, 'videos', {
      width: 1024,
      height: 768,
    });
    const card = page.getByRole('listitem').filter({ hasText: 'Bloopers' });
    await row(page, /Bloopers/).waitFor();
    expect([await sideways(page), await sticksOut(page.getByRole('table'))]).toEqual([0, 0]);
    await page.getByRole('button', { name: 'Expand menu' }).click();
    await card.getByText('Scheduled For').waitFor();
    await eventually(
      async () => [await page.getByRole('table').count(), await sideways(page)],
      (found) => String(found) === '0,0',
    );
    await leave();
  });

  describe('on a phone', () => {
    const phone = { width: 360, height: 740, dark: true };

    it('shows cards with the same facts, and nothing sideways, not in a dialog either', async () => {
      const { page, leave } = await openScreen(ui.seeded.people.subscriber, 'videos', phone);
      const card = page.getByRole('listitem').filter({ hasText: 'The new autumn menu' });
      await card.waitFor();
      expect(await page.getByRole('table').count()).toBe(0);
      for (const text of ['Pending', 'Scheduled For', 'Created At']) await card.getByText(text).waitFor();
      const opened: [string, Locator, string][] = [
        ['dialog', card.getByRole('button', { name: 'Reschedule' }), 'Cancel'],
        ['alertdialog', card.getByRole('button', { name: /^Delete/ }), 'Cancel'],
        ['dialog', card.getByRole('button', { name: /^Play/ }), 'Close'],
      ];
      expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
      for (const [role, button, away] of opened) {
        await button.click();
        const dialog = page.getByRole(role as 'dialog');
        await dialog.waitFor();
        const name = await dialog.innerText();
        expect([
          name,
          await sideways(page),
          await sticksOut(dialog),
          await accessibilityFaults(page),
        ]).toEqual([name, 0, 0, []]);
        await dialog.getByRole('button', { name: away }).click();
        await dialog.waitFor({ state: 'detached' });
      }
      await card.getByRole('checkbox').check();
      const bar = page.getByRole('region', { name: 'Selected videos' });
      await bar.waitFor();
      expect([await sideways(page), await sticksOut(bar), await accessibilityFaults(page)]).toEqual([
        0,
        0,
        [],
      ]);
      await leave();
    });
  });
});

/** How far the surface around it sticks out of the screen, or its content out of the surface, in pixels. */
async function sticksOut(element: Locator): Promise<number> {
  return element.evaluate<number, any>((it: any) => {
    const paper = it.closest('.MuiPaper-root') ?? it;
    const { left, right } = paper.getBoundingClientRect();
    const width = paper.ownerDocument.documentElement.clientWidth;
    return Math.max(0, -left, right - width, paper.scrollWidth - paper.clientWidth);
  });
}

/** The colour that a chip's ground is a tint of. */
async function hueOf(chip: Locator): Promise<string> {
  const colour = await chip.evaluate<string, any>(
    (it: any) => it.ownerDocument.defaultView.getComputedStyle(it).backgroundColor,
  );
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  if (Math.max(r, g, b) - Math.min(r, g, b) < 8) return 'grey';
  if (b < r && b < g && Math.abs(r - g) < 30) return 'yellow';
  if (r > g && b > g && Math.abs(r - b) < 40 && r - g > 8 && b - g > 8) return 'purple';
  return r > g && r > b ? 'red' : g > b ? 'green' : 'blue';
}

const showing = (from: number, to: number, total: number) =>
  specText('Showing {from} to {to} of {total} results', { from, to, total });
