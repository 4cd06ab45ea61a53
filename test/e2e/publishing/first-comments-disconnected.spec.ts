import { DueComments } from '../../../backend/publishing/first-comments/due-comments';
import type { Answer, Client } from '../../support/client';
import { PublishingHarness } from '../../support/publishing-harness';

const MINUTE = 60_000;

const JUST_POSTED = 'A first comment is just being posted there. Try again in a minute.';

describe('a first comment whose account is disconnected', () => {
  let harness: PublishingHarness;

  beforeAll(async () => {
    harness = await PublishingHarness.start();
  });
  afterAll(() => harness.end());

  const comments = () => harness.app.running.nest.get(DueComments);

  async function look(): Promise<void> {
    await comments().look();
    await comments().idle();
  }

  it('is not sent any more when that happened while the comments were read', async () => {
    const account = await harness.addUser();
    const { client, page } = account;
    const accountId = (await client.get('/api/accounts')).body[0].id as number;
    harness.fake.fault({ on: 'comments.create', do: { cut: 'before' } });
    const { body } = await client.post('/api/posts', {
      targets: [{ account_id: accountId, format: 'text' }],
      description: 'A text',
      first_comment: 'A comment',
      scheduled_for: 'now',
    });
    const { id } = body.posts[0];
    await harness.untilEnded(id);
    await look();
    harness.forward(MINUTE);
    await look();
    const reads = () => harness.calls(page, 'comments.create', 'comments.list');
    expect(reads()).toEqual([1, 1]);
    const removed = new Promise<Answer>((resolve, reject) => {
      // The answer waits for it.
      const forget = harness.fake.onCall('comments.list', async () => {
        forget();
        await client.delete(`/api/accounts/${accountId}`).then(resolve, reject);
      });
    });
    harness.forward(MINUTE + 1);
    await look();
    expect((await removed).status).toBe(200);
    harness.forward(MINUTE);
    await look();
    expect((await client.get(`/api/posts/${id}`)).body).toMatchObject({
      status: 'published',
      first_comment_status: 'failed',
    });
    expect(reads()).toEqual([1, 2]);
    const again = await client.post(`/api/posts/${id}/first-comment`);
    expect([again.status, again.body.message]).toEqual([
      409,
      'The account of this item was removed. Connect it again, then try the first comment again.',
    ]);
    expect((await client.get(`/api/posts/${id}`)).body.first_comment_status).toBe('failed');
  });

  it.each([
    ['disconnecting', (client: Client, id: number) => client.delete(`/api/accounts/${id}`)],
    [
      'deleting its items',
      (client: Client, id: number) => client.delete(`/api/accounts/${id}?pending=delete`),
    ],
    [
      'emptying the settings',
      (client: Client) => client.put('/api/user/facebook-settings', { page_id: '', instagram_page_id: '' }),
    ],
    [
      'deleting the user',
      async ({ user }: Client) => (await harness.app.users.admin()).delete(`/api/admin/users/${user.id}`),
    ],
  ])('refuses %s while it is being sent', async (_what, remove) => {
    const { client, page } = await harness.addUser();
    const accountId = (await client.get('/api/accounts')).body[0].id as number;
    const { body } = await client.post('/api/posts', {
      targets: [{ account_id: accountId, format: 'text' }],
      description: 'A text',
      first_comment: 'A comment',
      scheduled_for: 'now',
    });
    const { id } = body.posts[0];
    const refused = new Promise<Answer>((resolve, reject) => {
      const forget = harness.fake.onCall('comments.create', async () => {
        forget();
        await remove(client, accountId).then(resolve, reject);
      });
    });
    await harness.untilEnded(id);
    await look();
    const { status, body: refusal } = await refused;
    expect([status, refusal.message]).toEqual([409, JUST_POSTED]);
    await look();
    expect((await client.get(`/api/posts/${id}`)).body.first_comment_status).toBe('posted');
    expect(harness.calls(page, 'comments.create')).toEqual([1]);
    expect((await remove(client, accountId)).status).toBe(200);
  });
});
