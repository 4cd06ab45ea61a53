import { AutoPosting } from '../../../backend/autopost/auto-posting';
import type { Client } from '../../support/client';
import { metaError } from '../../support/fake-graph';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';
import { addCategory, addSharedVideo } from '../../support/shared-library';

const TWO_TURNS = 125 * 60_000;

let harness: PublishingHarness;
let admin: Client;
let made = 0;

beforeAll(async () => {
  harness = await PublishingHarness.start();
  admin = await harness.app.users.admin();
});
afterAll(() => harness.end());
afterEach(() => harness.fake.clearFaults());

interface Shared extends ConnectedUser {
  /** Of the post of the shared video, which waits for its turn. */
  id: number;
  title: string;
}

/** A user who prefers a category of one video, and has made a post of it. */
async function shared(): Promise<Shared> {
  const account = await harness.addUser();
  const { client } = account;
  const title = `Shared ${++made}`;
  const category = await addCategory(admin, `Category ${made}`);
  const video = await addSharedVideo(admin, title, category);
  await admin.put(`/api/admin/users/${client.user.id}`, { can_use_shared_videos: 1 });
  const { body } = await client.post('/api/videos', { shared_video_ids: [video], titles: [title] });
  await client.put('/api/user/preferences/categories', { category_ids: [category] });
  return { ...account, id: body.videos[0].id, title };
}

/** Automatic posting gives two turns. @returns the Pages that show the video */
async function pagesAfterTwoTurns({ title }: Shared, account: ConnectedUser): Promise<string[]> {
  for (let n = 0; n < 2; n++) {
    harness.forward(TWO_TURNS / 2);
    await harness.app.running.nest.get(AutoPosting).look();
    const { body } = await account.client.get('/api/videos?sort=["id","ASC"]&range=[0,9]');
    for (const { id } of body) await harness.runToEnd(account, id);
  }
  const shown = harness.fake.published().filter(({ caption }) => caption === title);
  return shown.map(({ pageId }) => pageId);
}

describe('a shared video whose post follows to another Page', () => {
  it('is posted there once when the Page is changed in place', async () => {
    const one = await shared();
    const other = { client: one.client, page: harness.addPage() };
    await harness.connect(other);
    expect(await pagesAfterTwoTurns(one, other)).toEqual([other.page.id]);
  });

  it('is posted there once when the Page is disconnected and another one is connected', async () => {
    const one = await shared();
    const other = { client: one.client, page: harness.addPage() };
    expect((await one.client.put('/api/user/facebook-settings', { page_id: '' })).status).toBe(200);
    await harness.connect(other);
    expect(await pagesAfterTwoTurns(one, other)).toEqual([other.page.id]);
  });

  it('is not posted beside one that failed and may be tried again', async () => {
    const one = await shared();
    const other = { client: one.client, page: harness.addPage() };
    harness.fake.fault({
      ...{ on: 'reels.start', page: one.page.id, times: 100 },
      do: metaError(100, null, '(#100) Refused.'),
    });
    const at = harness.nowToPost().toISOString();
    await one.client.put(`/api/videos/${one.id}/reschedule`, { scheduled_for: at });
    harness.forward(0);
    expect((await harness.runToEnd(one, one.id)).status).toBe('failed');
    await harness.connect(other);
    expect(await pagesAfterTwoTurns(one, other)).toEqual([]);
    expect((await one.client.post(`/api/videos/${one.id}/retry`)).status).toBe(200);
    harness.forward(0);
    expect(await pagesAfterTwoTurns(one, other)).toEqual([other.page.id]);
  });
});

it('posts a shared video automatically whose post was deleted before it went out', async () => {
  const one = await shared();
  expect((await one.client.delete(`/api/videos/${one.id}`)).status).toBe(200);
  expect(await pagesAfterTwoTurns(one, one)).toEqual([one.page.id]);
});
