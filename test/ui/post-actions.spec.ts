import { dateTime, isolated } from '../../frontend/src/format';
import { describeSeededScreens } from '../support/ui/dashboard';
import {
  openVideos,
  instantOf,
  listed,
  offeredAndLeast,
  onWire,
  ownerOf,
  row,
  TIMEZONE,
  wallClock,
} from '../support/ui/posts-screen';
import { accessibilityFaults } from '../support/ui/accessibility';
import { calls, refuse } from '../support/ui/api-stubs';
import { comesToHold } from '../support/ui/form-actions';
import { focused, focusGoesTo } from '../support/ui/focus';
import { uploadMany } from '../support/upload-many';
import { nowToPost } from '../support/post-times';
import { eventually, type Client } from '../support/client';
import { metaError } from '../support/fake-graph';
import { fixture } from '../support/media';

jest.setTimeout(90_000);

describeSeededScreens('what can be done with a video', (ui) => {
  const openScreen = (client: Client) => openVideos(ui, client);

  describe('Schedule Video', () => {
    it('offers now and not earlier, sends the wall clock, moves it, and takes it away', async () => {
      const named = `“${isolated('Morning in Jaipur')}”`;
      const { client, ids } = await ownerOf(ui.users, 'Morning in Jaipur');
      const { page, toast, leave } = await openScreen(client);
      const sent = calls(page, 'PUT', /reschedule$/);
      await row(page, /Morning/)
        .getByRole('button', { name: 'Schedule', exact: true })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
      const field = dialog.getByLabel('Date and time');
      const [now, least] = await offeredAndLeast(field);
      expect(least).toBe(now);
      expect([wallClock(Date.now()), wallClock(Date.now() - 60_000)]).toContain(now);
      await dialog.getByText('Asia/Kolkata (GMT+5:30)').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      const tomorrow = wallClock(Date.now() + 86_400_000);
      await field.fill(tomorrow);
      await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
      // By the name of the post and the time that it has now.
      await toast(
        `Video rescheduled successfully\n${named} goes out ${dateTime(new Date(instantOf(tomorrow)).toISOString(), TIMEZONE)}`,
      );
      await dialog.waitFor({ state: 'detached' });
      expect(sent[0]?.body).toEqual({ scheduled_for: onWire(tomorrow) });
      const { body } = await client.get(`/api/videos/${ids[0]!}`);
      expect(Date.parse(body.scheduled_for)).toBe(instantOf(tomorrow));

      await row(page, /in (1 day|24 h)/)
        .getByRole('button', { name: 'Reschedule' })
        .click();
      await dialog.getByText(/Currently: \w+ \d+, \d{4}, \d+:\d\d [AP]M/).waitFor();
      await dialog.getByRole('button', { name: 'Unschedule' }).click();
      await toast(`Video rescheduled successfully\n${named} is now unscheduled`);
      await row(page, /Not scheduled/).waitFor();
      expect(sent[1]?.body).toEqual({ scheduled_for: null });
      await leave();
    });

    it('sends the minute of pressing the button where the time is left alone', async () => {
      const { client } = await ownerOf(ui.users, 'Morning in Jaipur');
      const { page, leave } = await openScreen(client);
      const sent = calls(page, 'PUT', /reschedule$/);
      await page.clock.install();
      await row(page, /Morning/)
        .getByRole('button', { name: 'Schedule', exact: true })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
      await dialog.waitFor();
      await page.clock.setFixedTime(Date.now() + 5 * 60_000);
      await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
      await eventually(
        () => Promise.resolve(sent),
        ({ length }) => length === 1,
      );
      expect([5, 4].map((minutes) => onWire(wallClock(Date.now() + minutes * 60_000)))).toContain(
        sent[0]?.body.scheduled_for,
      );
      await leave();
    });

    it('stays open and says why when the time is refused', async () => {
      const { client } = await ownerOf(ui.users, 'Morning in Jaipur');
      const { page, toast, leave } = await openScreen(client);
      await refuse(page, 'PUT', /reschedule$/, {
        status: 422,
        error: 'validation_failed',
        message: 'The time is skipped by the clocks.',
        errors: { scheduled_for: ['02:30 does not exist on that day: the clocks go forward.'] },
      });
      await row(page, /Morning/)
        .getByRole('button', { name: 'Schedule', exact: true })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
      await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
      await toast('Failed to reschedule video');
      await dialog.getByText('02:30 does not exist on that day: the clocks go forward.').waitFor();
      expect(await dialog.getByRole('button', { name: 'Schedule', exact: true }).isEnabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await leave();
    });
  });

  describe('deleting', () => {
    it('asks first, with the focus on the safe button, and says what will be lost', async () => {
      const { client } = await ownerOf(ui.users, 'Morning in Jaipur');
      const { page, toast, leave } = await openScreen(client);
      await row(page, /Morning/)
        .getByRole('button', { name: 'Delete Morning in Jaipur' })
        .click();
      const dialog = page.getByRole('alertdialog');
      await dialog
        .getByText('Morning in Jaipur and its file of 0.02 MB will be permanently deleted.')
        .waitFor();
      await focusGoesTo(page, 'Cancel');
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect(await listed(client)).toHaveLength(1);

      await row(page, /Morning/)
        .getByRole('button', { name: 'Delete Morning in Jaipur' })
        .click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await toast('Video deleted successfully');
      await page.getByText('No videos available').waitFor();
      expect(await listed(client)).toEqual([]);
      expect(await focused(page)).not.toBe('');
      await leave();
    });

    it('says when it did not work', async () => {
      const { client } = await ownerOf(ui.users, 'Morning in Jaipur');
      const { page, toast, leave } = await openScreen(client);
      await refuse(page, 'DELETE', /\/api\/videos\//, {
        status: 409,
        error: 'conflict',
        message: 'It is on its way already.',
      });
      await row(page, /Morning/)
        .getByRole('button', { name: /^Delete/ })
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await toast('Failed to delete video');
      await page.getByRole('alertdialog').getByText('It is on its way already.').waitFor();
      await leave();
    });
  });

  it('edits the title and the text, with a caption to pick', async () => {
    const { client, ids } = await ownerOf(ui.users, 'Morning in Jaipur');
    await client.post('/api/captions', { content: 'Come early! #coffee' });
    await client.post('/api/captions', { content: 'Open on Sunday.' });
    const { page, toast, leave } = await openScreen(client);
    await row(page, /Morning/)
      .getByRole('link', { name: 'Edit Morning in Jaipur' })
      .click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Evening in Jaipur');
    await page.getByRole('button', { name: 'Use a caption' }).click();
    const captions = page.getByRole('dialog', { name: 'Your captions' });
    await captions.getByPlaceholder('Search your captions').fill('early');
    expect(await accessibilityFaults(page)).toEqual([]);
    await captions.getByRole('option', { name: 'Come early! #coffee' }).click();
    await comesToHold(page.getByRole('textbox', { name: 'Text', exact: true }), 'Come early! #coffee');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast('Video updated successfully');
    await page.waitForURL('**/dashboard/videos');
    await row(page, /Evening in Jaipur/)
      .getByText('Come early! #coffee')
      .waitFor();
    const { body } = await client.get(`/api/videos/${ids[0]!}`);
    expect([body.title, body.description]).toEqual(['Evening in Jaipur', 'Come early! #coffee']);
    await leave();
  });

  it('tells what happened to one that waits with its whole account', async () => {
    const account = { id: '600700900', name: 'Third Page', token: 'EAAB_CANARY_third' };
    ui.app.fake.addPage(account);
    const { client } = await ownerOf(ui.users);
    await client.put('/api/user/facebook-settings', { access_token: account.token, page_id: account.id });
    ui.app.fake.fault({
      on: 'reels.start',
      page: account.id,
      do: metaError(32, null, 'Page request limit reached'),
    });
    const [id] = await uploadMany(client, '/api/videos', fixture('portrait.mp4'), ['Patience']);
    await client.put(`/api/videos/${id!}/reschedule`, { scheduled_for: (await nowToPost()).toISOString() });
    await eventually(
      async () => (await client.get(`/api/videos/${id!}`)).body,
      ({ status, attempts }) => status === 'pending' && attempts.length > 0,
    );
    const { page, leave } = await openScreen(client);
    const overdue = row(page, /Patience/);
    await overdue.getByRole('button', { name: 'History of Patience' }).waitFor();
    const end = (box: { x: number; width: number } | null) => box!.x + box!.width;
    const card = end(await page.getByRole('table').boundingBox());
    const buttons = await overdue.getByRole('button').all();
    const ends = await Promise.all(buttons.map(async (button) => end(await button.boundingBox())));
    // However many there are, none is cut off by the card.
    expect([buttons.length >= 4, Math.max(...ends) <= card]).toEqual([true, true]);
    await overdue.getByRole('button', { name: 'History of Patience' }).click();
    await page.getByRole('dialog').getByText('Meta error 32').waitFor();
    await leave();
  });

  describe('what failed', () => {
    it('says why, with the retry beside it, and how it came about, with Meta’s code and trace', async () => {
      const { page, leave } = await openScreen(ui.seeded.people.subscriber);
      const failed = row(page, /Market day/);
      await failed.getByText(/its frame rate is not allowed \(code 1363129\)/).waitFor();
      await failed.getByRole('button', { name: 'Retry' }).waitFor();
      await failed.getByRole('button', { name: 'History of Market day, behind the stalls' }).click();
      const dialog = page.getByRole('dialog', { name: 'History' });
      const steps = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem');
      await steps.first().waitFor();
      expect((await steps.allInnerTexts()).map((text) => text.split(/\n+/).slice(1))).toEqual([
        ['Facebook opened the upload', expect.stringMatching(/^\w+ \d+, \d{4}, \d+:\d\d [AP]M$/)],
        ['The file arrived at Facebook', expect.any(String)],
        [
          'Facebook refused the post',
          expect.stringContaining('frame rate'),
          expect.stringMatching(/Meta error 1363129, trace AbCdEfGhIjK$/),
        ],
      ]);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await focusGoesTo(page, 'History of Market day, behind the stalls');
      await leave();
    });

    it('goes back in line by the retry, and out; Facebook’s own words and trace are kept', async () => {
      const account = { id: '600700800', name: 'Second Page', token: 'EAAB_CANARY_second' };
      ui.app.fake.addPage(account);
      const client = (await ownerOf(ui.users)).client;
      await client.put('/api/user/facebook-settings', { access_token: account.token, page_id: account.id });
      ui.app.fake.fault({
        on: 'reels.finish',
        page: account.id,
        do: metaError(6000, 1363026, 'The video is too long'),
      });
      const [id] = await uploadMany(client, '/api/videos', fixture('portrait.mp4'), ['Morning']);
      const { page, toast, leave } = await openScreen(client);
      await row(page, /Morning/)
        .getByRole('button', { name: 'Schedule', exact: true })
        .click();
      await nowToPost();
      await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click();
      await row(page, /Failed/).waitFor();
      const { body } = await client.get(`/api/videos/${id!}`);
      await row(page, /Failed/)
        .getByText(body.upload_error)
        .waitFor();
      const trace = body.attempts.find((attempt: any) => attempt.trace_id).trace_id as string;
      await row(page, /Failed/)
        .getByRole('button', { name: 'History of Morning' })
        .click();
      await page.getByText(`Meta error 6000/1363026, trace ${trace}`).waitFor();
      await page.keyboard.press('Escape');
      await row(page, /Failed/)
        .getByRole('button', { name: 'Retry' })
        .click();
      await toast('Queued again');
      await row(page, /Published/).waitFor();
      await row(page, /Published/)
        .getByRole('link', { name: 'View on Facebook: Morning' })
        .waitFor();
      await leave();
    });

    it('says when the retry did not work', async () => {
      const { page, toast, leave } = await openScreen(ui.seeded.people.subscriber);
      await refuse(page, 'POST', /\/retry$/);
      await row(page, /Market day/)
        .getByRole('button', { name: 'Retry' })
        .click();
      await toast('Failed to retry video');
      await leave();
    });
  });
});
