import type { Client } from '../../support/client';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

const MINUTE = 60_000;

const IN_DOUBT =
  'It is not known yet whether an item went out there. Connect the account again, or try again in an hour.';

describe('an account whose token was refused while an item may be public', () => {
  let harness: PublishingHarness;
  let account: ConnectedUser;
  let item: number;
  beforeAll(async () => {
    harness = await PublishingHarness.start();
  });
  afterAll(() => harness.end());
  beforeEach(async () => {
    account = await harness.addUser();
    const { page } = account;
    harness.fake.fault({ on: 'reels.finish', page: page.id, times: 1, do: { cut: 'after' } });
    const forget = harness.fake.onEffect('reels.finish', () => {
      forget();
      harness.fake.revoke(page.token, 460);
    });
    item = await harness.post(account, 'In doubt');
    expect(['scheduled', 'uploaded']).toContain((await harness.runToEnd(account, item)).status);
  });

  const accountId = async (client: Client) => (await client.get('/api/accounts')).body[0].id as number;

  it.each([
    ['removed', async (client: Client) => client.delete(`/api/accounts/${await accountId(client)}`)],
    [
      'removed with its items',
      async (client: Client) => client.delete(`/api/accounts/${await accountId(client)}?pending=delete`),
    ],
    [
      'taken out of the settings',
      (client: Client) => client.put('/api/user/facebook-settings', { page_id: '' }),
    ],
    [
      'deleted with its user',
      async ({ user }: Client) => (await harness.app.users.admin()).delete(`/api/admin/users/${user.id}`),
    ],
  ])('is %s after an hour, and not before', async (what, remove) => {
    const { client } = account;
    harness.forward(55 * MINUTE);
    const { status, body } = await remove(client);
    expect([status, body.message]).toEqual([409, IN_DOUBT]);
    expect(['scheduled', 'uploaded']).toContain((await harness.item(account, item)).status);
    harness.forward(6 * MINUTE);
    expect((await remove(client)).status).toBe(200);
    if (what === 'deleted with its user') return;
    expect(await harness.item(account, item)).toMatchObject({
      status: 'failed',
      upload_error: expect.stringMatching(/could not be confirmed/),
    });
    expect(await harness.tasksUsed(account)).toBe(0);
  });

  it('tells what became of the item when it is connected again after more than an hour', async () => {
    await harness.passHours(item, 3);
    harness.fake.restore(account.page.token);
    await harness.connect(account);
    expect((await harness.runToEnd(account, item)).status).toBe('published');
    expect(harness.fake.published().filter(({ pageId }) => pageId === account.page.id)).toHaveLength(1);
  });
});
