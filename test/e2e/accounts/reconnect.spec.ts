import { Connecting, META_APP, offeredBy } from '../../support/connecting';
import type { PageSpec } from '../../support/fake-graph';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

let harness: PublishingHarness;
let account: ConnectedUser;
beforeEach(async () => {
  harness = await PublishingHarness.start({
    env: { META_APP_ID: META_APP.id, META_APP_SECRET: META_APP.secret },
    graph: { app: META_APP },
  });
  const page: PageSpec = {
    ...harness.addPage({ instagram: true }),
    userToken: 'EAAB_PERSON',
    userId: '7700770077',
  };
  harness.fake.addPage(page);
  account = { page, client: await harness.app.users.subscriber({ connected: page }) };
});
afterEach(() => harness.end());

const statuses = async (): Promise<string[]> =>
  (await account.client.get('/api/accounts')).body.map(({ status }: any) => status);

it('releases the posts that wait when their accounts are connected again', async () => {
  const { client, page } = account;
  harness.fake.revoke(page.token);
  const id = await harness.post(account, 'Waiting');
  expect((await harness.runToEnd(account, id)).status).toBe('pending');
  expect(await statuses()).toEqual(['paused', 'paused']);
  harness.fake.restore(page.token);

  const connecting = new Connecting(harness.app);
  const offer = offeredBy(await connecting.whole(client));
  const again = await client.post(`/api/connect/${offer}`, {
    page_ids: [page.id],
    instagram_ids: [page.igId],
  });
  expect([again.status, await statuses()]).toEqual([201, ['connected', 'connected']]);
  expect((await harness.runToEnd(account, id)).status).toBe('published');
  expect(harness.fake.published().map(({ caption }) => caption)).toEqual(['Waiting']);
  expect(harness.fake.violations()).toEqual([]);
});
