import { AutoPosting } from '../../../backend/autopost/auto-posting';
import { eventually } from '../../support/client';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

const MINUTE = 60_000;

let harness: PublishingHarness;
let account: ConnectedUser;
let path: string;
beforeEach(async () => {
  harness = await PublishingHarness.start();
  account = await harness.addUser();
  path = `/api/accounts/${(await account.client.get('/api/accounts')).body[0].id}`;
  await account.client.put(path, { upload_frequency: 5 });
});
afterEach(() => harness.end());

const look = () => harness.app.running.nest.get(AutoPosting).look();
const captions = () => harness.fake.published().map(({ caption }) => caption);

/** Two posts, of which the first one gets its turn, and the network refuses the token at it. */
async function pausedAtItsTurn(): Promise<[number, number]> {
  const posts = [
    await harness.post(account, 'First', { at: null }),
    await harness.post(account, 'Second', { at: null }),
  ] as [number, number];
  harness.fake.revoke(account.page.token);
  harness.forward(5 * MINUTE + 1000);
  await look();
  await eventually(
    () => harness.row(posts[0]),
    ({ paused_reason, due_at }) => paused_reason !== null && due_at === null,
  );
  return posts;
}

const reconnect = async () => {
  harness.fake.restore(account.page.token);
  await harness.connect(account);
  await look();
};

describe('a post whose account was paused at its turn', () => {
  it('is the first in the queue again, and goes out first after reconnecting', async () => {
    const [first, second] = await pausedAtItsTurn();
    const shown = { position: 1, next_at: null, next_why: null };
    expect(await harness.item(account, first)).toMatchObject({ status: 'pending', ...shown });
    expect((await harness.item(account, second)).position).toBe(2);
    await reconnect();
    await harness.untilEnded(first);
    expect([captions(), (await harness.row(second)).status]).toEqual([['First'], 'pending']);
  });

  it('can be ordered meanwhile, and follows the posting times that its account has then', async () => {
    const [first, second] = await pausedAtItsTurn();
    const at = new Date(Math.ceil(harness.now() / MINUTE) * MINUTE + 60 * MINUTE);
    const slots = [{ day: ((at.getUTCDay() + 6) % 7) + 1, time: at.toISOString().slice(11, 16) }];
    expect((await account.client.put(path, { posting: 'slots', slots })).status).toBe(200);
    expect((await account.client.put(`${path}/queue`, { ids: [second, first] })).status).toBe(200);
    await reconnect();
    expect(await harness.item(account, second)).toMatchObject({
      next_at: at.toISOString(),
      next_why: 'slot',
    });
    harness.forward(at.getTime() - harness.now() + 500);
    await look();
    await harness.untilEnded(second);
    expect([captions(), (await harness.row(first)).status]).toEqual([['Second'], 'pending']);
  });
});
