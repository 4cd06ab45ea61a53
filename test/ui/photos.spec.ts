import { offeredAndLeast } from '../support/ui/posts-screen';
import { accessibilityFaults } from '../support/ui/accessibility';
import { calls, refuse, refuseUntilTriedAgain } from '../support/ui/api-stubs';
import { focusGoesTo } from '../support/ui/focus';
import { sideways } from '../support/ui/layout-shifts';
import { describeSeededScreens } from '../support/ui/dashboard';
import { specText } from '../support/ui/spec-texts';
import { unasked } from '../support/ui/toasts';
import { chooseFiles } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';
import { photographer, listedPhotos, tile } from '../support/ui/photos-screen';

jest.setTimeout(60_000);

const PHOTOS = /\/api\/photos\?/;

describeSeededScreens('photos', (ui) => {
  const openScreen = (client: Client, options = {}) => ui.open(client, 'photos', options);

  it('shows a grid with status, time, and for pending ones schedule, reschedule and delete', async () => {
    const { page, complaints, leave } = await openScreen(ui.seeded.people.subscriber);
    const offered: Record<string, string[]> = {};
    for (const [title, status] of [
      ['Menu board', 'Pending'],
      ['Cinnamon rolls', 'Pending'],
      ['Rooftop', 'Failed'],
      ['Window seat', 'Published'],
    ] as const) {
      await tile(page, title).getByText(status, { exact: true }).waitFor();
      offered[title] = await tile(page, title).getByRole('button').allInnerTexts();
    }
    const words = (texts: string[] = []) => texts.filter(Boolean);
    expect(words(offered['Menu board'])).toEqual(['Schedule']);
    expect(words(offered['Cinnamon rolls'])).toEqual(['Reschedule']);
    expect(words(offered.Rooftop)).toEqual(['Retry']);
    expect(words(offered['Window seat'])).toEqual([]);
    await tile(page, 'Menu board').getByText('Not scheduled').waitFor();
    await tile(page, 'Cinnamon rolls').getByText('in 5 h').waitFor();
    await tile(page, 'Rooftop')
      .getByText(/sign in again \(code 190\)/)
      .waitFor();
    for (const title of ['Menu board', 'Cinnamon rolls'])
      await tile(page, title)
        .getByRole('button', { name: `Delete ${title}` })
        .waitFor();
    expect(await page.getByRole('button', { name: /^Delete (Rooftop|Window seat)/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('says that there is nothing yet, and what to do', async () => {
    const { page, leave } = await openScreen(ui.seeded.people.beginner);
    await page.getByText('No photos', { exact: true }).waitFor();
    await page.getByText('Upload photos to get started').waitFor();
    await leave();
  });

  it('turns pages', async () => {
    const client = await photographer(ui.users, ...Array.from({ length: 16 }, (_, n) => `Photo ${n}.`));
    const { page, leave } = await openScreen(client);
    await page.getByText(showing(1, 15, 16)).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(showing(16, 16, 16)).waitFor();
    await tile(page, 'Photo 0.').waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    await tile(page, 'Photo 15.').waitFor();
    await leave();
  });

  it('says when they cannot be fetched, and empties the list', async () => {
    const { page, toast, leave } = await openScreen(ui.seeded.people.subscriber);
    const tryAgain = await refuseUntilTriedAgain(page, PHOTOS);
    await page.getByRole('searchbox').fill('o');
    await toast('Failed to fetch photos');
    await page.getByRole('alert').getByText('Failed to fetch photos').last().waitFor();
    await tile(page, /./).first().waitFor({ state: 'detached' });
    await tryAgain();
    await tile(page, 'Menu board').waitFor();
    await leave();
  });

  it('asks for a subscription where there is none', async () => {
    const { page, leave } = await openScreen(ui.seeded.people.newcomer);
    await page.getByText(/^You need an active subscription to manage and upload/).waitFor();
    expect(unasked(page)).toEqual([]);
    await leave();
  });

  it('previews a photo over the screen, and shows an icon where an image fails', async () => {
    const client = await photographer(ui.users, 'The team');
    const { page, leave } = await openScreen(client);
    await page.getByRole('button', { name: 'View The team' }).click();
    const dialog = page.getByRole('dialog', { name: 'The team' });
    const picture = dialog.getByRole('img', { name: 'The team' });
    await eventually(
      () => picture.evaluate((image: any) => image.naturalWidth as number),
      (width) => width === 800,
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await focusGoesTo(page, 'View The team');

    await page.route(/\/storage\//, (route) => route.fulfill({ status: 404, body: '' }));
    await page.reload();
    await tile(page, 'The team').getByRole('img', { name: 'No picture to show' }).waitFor();
    await page.getByRole('button', { name: 'View The team' }).click();
    await dialog.getByRole('img', { name: 'No picture to show' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await leave();
  });

  describe('Schedule Photo', () => {
    it('offers now and not earlier, and sends the wall clock', async () => {
      const client = await photographer(ui.users, 'The team');
      const { page, toast, leave } = await openScreen(client);
      const sent = calls(page, 'PUT', /reschedule$/);
      await tile(page, 'The team').getByRole('button', { name: 'Schedule', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Schedule Photo' });
      const field = dialog.getByLabel('Date and time');
      const [now, least] = await offeredAndLeast(field);
      expect([now, least]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/), now]);
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
      await field.fill(tomorrow);
      await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
      await toast(/^Photo rescheduled successfully\n“.?The team.?” goes out \w+ \d+, \d{4}, \d+:\d\d [AP]M/);
      await tile(page, 'The team').getByText('in 1 day').waitFor();
      expect(sent[0]?.body).toEqual({ scheduled_for: `${tomorrow.replace('T', ' ')}:00` });
      await leave();
    });

    it('says when it did not work', async () => {
      const { page, toast, leave } = await openScreen(await photographer(ui.users, 'The team'));
      await refuse(page, 'PUT', /reschedule$/);
      await tile(page, 'The team').getByRole('button', { name: 'Schedule', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click();
      await toast('Failed to reschedule photo');
      await leave();
    });
  });

  it('deletes after asking, and says when that did not work', async () => {
    const client = await photographer(ui.users, 'The team');
    const { page, toast, leave } = await openScreen(client);
    const mend = await refuse(page, 'DELETE', /\/api\/photos\//);
    await tile(page, 'The team')
      .getByRole('button', { name: /^Delete/ })
      .click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete this photo?' });
    await focusGoesTo(page, 'Cancel');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast('Failed to delete photo');
    await mend();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast('Photo deleted successfully');
    await page.getByText('No photos', { exact: true }).waitFor();
    expect(await listedPhotos(client)).toEqual([]);
    await leave();
  });

  it('schedules and deletes many at once', async () => {
    const client = await photographer(ui.users, 'One', 'Two', 'Three');
    const { page, toast, leave } = await openScreen(client);
    for (const title of ['One', 'Three'])
      await page.getByRole('checkbox', { name: `Select ${title}` }).check();
    const bar = page.getByRole('region', { name: 'Selected photos' });
    await bar.getByRole('button', { name: 'Schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule 2 photos' });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    await dialog.getByLabel('First post at').fill(tomorrow);
    await dialog.getByLabel('Then every').fill('90');
    await dialog.getByRole('combobox', { name: 'Unit' }).click();
    await page.getByRole('option', { name: 'minutes' }).click();
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await toast('2 photos scheduled');
    const at = Date.parse(`${tomorrow}:00Z`);
    expect((await listedPhotos(client)).map((post) => [post.title, post.scheduled_for])).toEqual([
      ['Three', new Date(at + 90 * 60_000).toISOString()],
      ['Two', null],
      ['One', new Date(at).toISOString()],
    ]);
    await page.getByRole('checkbox', { name: 'Select all pending photos on this page' }).check();
    await bar.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 3 photos' }).click();
    await toast('3 photos deleted');
    await page.getByText('No photos', { exact: true }).waitFor();
    await leave();
  });

  it('tells what happened to a photo', async () => {
    const { page, leave } = await openScreen(ui.seeded.people.subscriber);
    await page.getByRole('button', { name: 'History of Rooftop' }).click();
    const dialog = page.getByRole('dialog', { name: 'History' });
    await dialog.getByText(/Meta error 190, trace AbCdEfGhIjK$/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await leave();
  });

  it('fits on a phone', async () => {
    const { page, leave } = await openScreen(ui.seeded.people.subscriber, {
      width: 360,
      height: 740,
      dark: true,
    });
    await tile(page, 'Menu board').waitFor();
    await chooseFiles(page, fixture('photo.jpg'), fixture('tiny.png'));
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    await page.getByRole('button', { name: 'View Menu board' }).click();
    await page.getByRole('dialog').waitFor();
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    await leave();
  });
});

const showing = (from: number, to: number, total: number) =>
  specText('Showing {from} to {to} of {total} results', { from, to, total });
