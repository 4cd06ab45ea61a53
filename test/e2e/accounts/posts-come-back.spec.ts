import { META_APP } from '../../support/connecting';
import { metaError } from '../../support/fake-graph';
import { MetaRequests } from '../../support/meta-requests';
import { addPage, connectPage, type PageWithInstagram } from '../../support/pages';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

const PERSON = '7700770077';
const HOUR = 3_600_000;

let harness: PublishingHarness;
let account: ConnectedUser & { page: PageWithInstagram };
let other: PageWithInstagram;
beforeEach(async () => {
  harness = await PublishingHarness.start({
    env: { META_APP_ID: META_APP.id, META_APP_SECRET: META_APP.secret },
    graph: { app: META_APP },
  });
  const page = addPage(harness, { userToken: 'EAAB_PERSON', userId: PERSON });
  account = { client: await harness.app.users.subscriber(), page };
  await connect(page);
  other = addPage(harness);
  await connect(other);
});
afterEach(() => harness.end());

const accounts = async (): Promise<any[]> => (await account.client.get('/api/accounts')).body;
const idOf = async ({ id }: PageWithInstagram) =>
  (await accounts()).find(({ remote_id }) => remote_id === id).id;
const video = async (id: number) => (await account.client.get(`/api/videos/${id}`)).body;
const connect = (page: PageWithInstagram) => connectPage(account.client, page, { instagram: false });
const connectAgain = () => connect(account.page);
const unscheduled = (id: number) => account.client.post(`/api/videos/${id}/retry`, { unscheduled: 1 });
const publishedOn = (page: PageWithInstagram) =>
  harness.fake.published().flatMap(({ pageId, caption }) => (pageId === page.id ? [caption] : []));

async function reschedule(id: number, at: Date) {
  const { status, body } = await account.client.put(`/api/videos/${id}/reschedule`, {
    scheduled_for: at.toISOString(),
  });
  expect(status).toBe(200);
  return body;
}

/** A post that failed on the first account, which is removed then. */
async function failedOnRemoved(): Promise<number> {
  const refusal = metaError(352, null, 'The video file you selected is in a format that we do not support.');
  harness.fake.fault({ on: 'reels.start', page: account.page.id, do: refusal });
  const id = await harness.post(account, 'Failed there');
  expect((await harness.runToEnd(account, id)).status).toBe('failed');
  expect((await account.client.delete(`/api/accounts/${await idOf(account.page)}`)).status).toBe(200);
  return id;
}

describe('a failed item of a removed account that becomes pending without a time', () => {
  it('goes out there when the account is connected again beside another one', async () => {
    const id = await failedOnRemoved();
    expect((await unscheduled(id)).body).toMatchObject({ status: 'pending', account: null });
    await connectAgain();
    const here = await idOf(account.page);
    expect((await video(id)).account).toMatchObject({ id: here });
    expect((await accounts()).find((each) => each.id === here)).toMatchObject({ pending: 1 });
    await reschedule(id, harness.nowToPost(HOUR));
    harness.forward(HOUR);
    expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect([publishedOn(account.page), publishedOn(other)]).toEqual([['Failed there'], []]);
  });

  it('is promised no time beside an account that it does not go to, and told to have had none when its time has passed', async () => {
    const id = await failedOnRemoved();
    await unscheduled(id);
    const told = await reschedule(id, harness.nowToPost(HOUR));
    expect(told).toMatchObject({ account: null, next_at: null, next_why: null });
    expect(told.warnings).toMatchObject([
      { code: 'paused', message: 'This item has no account. Choose one.' },
    ]);
    expect((await account.client.get('/api/calendar/outlook')).body.next).toEqual([]);
    harness.forward(26 * HOUR);
    const { status, upload_error } = await harness.runToEnd(account, id);
    expect([status, upload_error]).toEqual(['failed', expect.stringMatching(/^Missed: it had no account/)]);
  });

  it('stays on the account that its user chose meanwhile', async () => {
    const id = await failedOnRemoved();
    await unscheduled(id);
    const there = await idOf(other);
    expect((await account.client.put(`/api/posts/${id}`, { account_id: there })).status).toBe(200);
    await connectAgain();
    expect((await video(id)).account).toMatchObject({ id: there });
  });

  it('comes back as the draft that its user made of it', async () => {
    const id = await failedOnRemoved();
    await unscheduled(id);
    await account.client.put(`/api/posts/${id}`, { draft: 1 });
    await connectAgain();
    const here = await idOf(account.page);
    expect(await video(id)).toMatchObject({ account: { id: here }, draft: 1, next_at: null });
  });

  it('goes to the first account of its network when its user has none', async () => {
    const id = await failedOnRemoved();
    await unscheduled(id);
    await account.client.delete(`/api/accounts/${await idOf(other)}`);
    const third = addPage(harness);
    await connect(third);
    await connectAgain();
    expect((await video(id)).account).toMatchObject({ id: await idOf(third) });
  });
});

it('brings items back to an account whose data was deleted, with their time or their turn', async () => {
  const timed = await harness.post(account, 'Timed', { at: harness.nowToPost(HOUR) });
  const waiting = await harness.post(account, 'Waiting', { at: null });
  expect((await new MetaRequests(harness.app).deleteData(PERSON)).status).toBe(200);
  for (const id of [timed, waiting]) expect(await video(id)).toMatchObject({ account: null, next_at: null });
  await connectAgain();
  expect(await video(waiting)).toMatchObject({ account: { name: account.page.name }, next_why: 'frequency' });
  harness.forward(HOUR);
  expect((await harness.runToEnd(account, timed)).status).toBe('published');
  expect([publishedOn(account.page), publishedOn(other)]).toEqual([['Timed'], []]);
  expect(harness.fake.violations()).toEqual([]);
});

it('brings items back when their account is saved in the settings in place of another one', async () => {
  const id = await harness.post(account, 'Timed', { at: harness.nowToPost(HOUR) });
  await new MetaRequests(harness.app).deleteData(PERSON);
  const here = await idOf(other);
  const { id: page_id, token: access_token } = account.page;
  await account.client.put('/api/user/facebook-settings', { access_token, page_id });
  expect(await accounts()).toMatchObject([{ id: here, remote_id: page_id, pending: 1 }]);
  expect((await video(id)).account).toMatchObject({ id: here });
});
