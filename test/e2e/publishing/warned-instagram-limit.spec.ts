import { PublishingHarness } from '../../support/publishing-harness';

const HOUR = 3_600_000;
const REELS = '/api/instagram/videos';
const IG = '17841400000000777';

let harness: PublishingHarness;
beforeEach(async () => {
  harness = await PublishingHarness.start();
});
afterEach(() => harness.end());

it('warns by the number that Instagram named for the account before a publication', async () => {
  const page = { id: '100200300400777', name: 'Small shop', token: 'EAAB_SMALL', igId: IG, igQuota: 3 };
  harness.fake.addPage(page);
  const client = await harness.app.users.subscriber({ connected: page });
  const owner = { client, page };
  const waiting = async (title: string) =>
    harness.post(owner, title, { path: REELS, at: new Date(harness.now() + 2 * HOUR) });
  const ids = [await waiting('One'), await waiting('Two'), await waiting('Three')];
  const warned = async (id: number) => {
    const scheduled_for = new Date(harness.now() + 3 * HOUR).toISOString();
    const { body } = await client.put(`${REELS}/${id}/reschedule`, { scheduled_for });
    return body.warnings.filter(({ code }: any) => code === 'over_limit').map(({ message }: any) => message);
  };
  expect(await warned(ids[0]!)).toEqual([]);
  const first = await harness.post(owner, 'First', { path: REELS });
  expect((await harness.runToEnd(owner, first)).status).toBe('published');
  expect(await warned(ids[0]!)).toEqual([
    expect.stringMatching(/gets more than 3 posts in 24 hours\. Instagram may refuse some of them\.$/),
  ]);
  expect(harness.fake.violations()).toEqual([]);
});
