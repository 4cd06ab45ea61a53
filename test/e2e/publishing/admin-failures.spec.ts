import { Database } from '../../../backend/database/database';
import { metaError } from '../../support/fake-graph';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

let harness: PublishingHarness;
beforeAll(async () => {
  harness = await PublishingHarness.start();
});
afterAll(() => harness.end());

async function listed(): Promise<any[]> {
  return (await (await harness.app.users.admin()).get('/api/admin/failures')).body;
}

const logged = async (id: number): Promise<any[]> => {
  const asked = encodeURIComponent(JSON.stringify({ post_id: id, outcome: 'failed' }));
  return (await (await harness.app.users.admin()).get(`/api/admin/publications?filter=${asked}`)).body;
};

/** Fails as Meta refuses its film after it was accepted. */
async function rejected(account: ConnectedUser, title: string): Promise<number> {
  harness.fake.fault({
    on: 'reels.bytes',
    page: account.page.id,
    do: { rejectProcessing: { code: 1363040, message: 'Its shape is not supported' } },
  });
  const id = await harness.post(account, title);
  expect((await harness.runToEnd(account, id)).status).toBe('failed');
  return id;
}

it('are the posts that are failed now, the latest first, each with a failed step in the log', async () => {
  const account = await harness.addUser();
  const first = await rejected(account, 'Too wide');
  harness.forward(60_000);
  const second = await rejected(account, 'Too high');
  expect(await listed()).toMatchObject([
    { id: second, title: 'Too high', upload_error: expect.stringContaining('1363040') },
    {
      ...{ id: first, kind: 'video', title: 'Too wide', user_id: account.client.user.id },
      ...{ user_name: account.client.user.name, failed_at: expect.stringMatching(/Z$/) },
    },
  ]);
  expect(await logged(first)).toMatchObject([{ step: 'result', code: 1363040, post_status: 'failed' }]);
  expect((await harness.item(account, first)).attempts.at(-1)).toMatchObject({
    ...{ step: 'result', outcome: 'failed', code: 1363040 },
    message: expect.stringContaining('Its shape is not supported'),
  });
  await account.client.post(`/api/videos/${first}/retry`, { unscheduled: 1 });
  expect((await listed()).map(({ id }) => id)).toEqual([second]);
  const db = harness.app.running.nest.get(Database);
  await db.run('UPDATE posts SET idle_since = 1 WHERE id = ?', [second]);
  expect(await listed()).toEqual([]);
});

it('are not those that went out after a step of theirs was refused', async () => {
  const account = await harness.addUser();
  const { id: page } = account.page;
  harness.fake.fault({ on: 'reels.start', page, do: metaError(2, null, 'Service temporarily unavailable') });
  const id = await harness.post(account, 'At the second try');
  expect((await harness.runToEnd(account, id)).status).toBe('published');
  expect(await logged(id)).toHaveLength(1);
  expect(await listed()).toEqual([]);
});
