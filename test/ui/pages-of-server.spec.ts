import { META_APP } from '../support/connecting';
import { MetaRequests } from '../support/meta-requests';
import { NARROW, signIn, WIDE } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { faults } from '../support/ui/screen-checks';

const env = { META_APP_ID: META_APP.id, META_APP_SECRET: META_APP.secret };

describeScreens('the page of a deletion of data', { env }, (ui) => {
  it.each([WIDE, NARROW])('can be read at $width pixels, with a code and with a wrong one', async (size) => {
    const { body } = await new MetaRequests(ui.app).deleteData('7700770077');
    const { page, complaints, context } = await ui.visit(size);
    await page.goto(new URL(body.url).pathname);
    await page.getByRole('heading', { name: 'Your data is deleted' }).waitFor();
    await page.getByText(body.confirmation_code).waitFor();
    expect(await faults(page, 'a deletion')).toEqual([]);
    await page.goto(`/data-deletion/${'0'.repeat(32)}`);
    await page.getByRole('heading', { name: 'This code is not known' }).waitFor();
    expect(await faults(page, 'an unknown deletion')).toEqual([]);
    expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
    await context.close();
  });
});

describeScreens('the dialog of the rehearsal', { env: { NETWORK: 'rehearsal' } }, (ui) => {
  it.each([WIDE, NARROW])('can be read at $width pixels', async (size) => {
    const user = await ui.users.newcomer();
    const { url } = (await user.post('/api/connect', {})).body;
    const { page, complaints, context } = await ui.visit(size);
    // Named with the port that the product was given, which is another one here.
    const { pathname, search } = new URL(url);
    await page.goto(pathname + search);
    await page.getByRole('heading', { name: 'Connect with Facebook' }).waitFor();
    await page.getByLabel('read_insights').uncheck();
    expect(await faults(page, 'the dialog')).toEqual([]);
    await page.getByRole('link', { name: 'Answer as somebody who manages 60' }).click();
    await page.getByRole('link', { name: 'Answer as somebody with a few Pages' }).waitFor();
    expect(await faults(page, 'the dialog of many')).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describeScreens('the rehearsal page', { env: { NETWORK: 'rehearsal' } }, (ui) => {
  const ADMINS_ONLY = 'Only administrators can rehearse a failure.';

  it.each([WIDE, NARROW])('says above the switches whose they are, at $width pixels', async (size) => {
    const visit = await ui.visit(size);
    const { page, complaints, context } = visit;
    const note = page.getByText(ADMINS_ONLY);
    const first = page.getByRole('switch').first();
    await signIn(visit, await ui.users.newcomer());
    await page.goto('/rehearsal');
    await note.waitFor();
    expect(await first.isDisabled()).toBe(true);
    expect((await note.boundingBox())!.y).toBeLessThan((await first.boundingBox())!.y);
    expect(await faults(page, 'the rehearsal page')).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('lets an administrator move them', async () => {
    const visit = await ui.visit();
    const { page, context } = visit;
    const first = page.getByRole('switch').first();
    await signIn(visit, ui.admin);
    await page.goto('/rehearsal');
    await first.click();
    await page.getByRole('switch', { checked: true }).waitFor();
    expect(await page.getByText(ADMINS_ONLY).isVisible()).toBe(false);
    await context.close();
  });
});
