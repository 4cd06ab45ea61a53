import { Database } from '../../../backend/database/database';
import { closedPort } from '../../support/ports';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

jest.setTimeout(150_000);

describe('a network that says nothing', () => {
  const cases = {
    'reels.start': { hang: true },
    'reels.bytes': { hang: true },
    'reels.finish': { hang: true, after: true },
    'video.status': { hang: true },
  };
  const names = Object.keys(cases) as (keyof typeof cases)[];
  let harness: PublishingHarness;
  let accounts: ConnectedUser[];
  let unsent: ConnectedUser;
  let items: any[];

  // All of them wait beside each other, for real: the limits of calls are not the clock's.
  beforeAll(async () => {
    harness = await PublishingHarness.start({ env: { PUBLISH_CONCURRENCY: '8' } });
    accounts = await Promise.all(names.map(() => harness.addUser()));
    unsent = await harness.addUser();
    for (const [n, name] of names.entries())
      harness.fake.fault({ on: name, page: accounts[n]?.page.id, do: cases[name] });
    harness.fake.fault({ on: 'reels.finish', page: unsent.page.id, do: { hang: true } });
    const all = [...accounts, unsent];
    const ids = await Promise.all(all.map((account, n) => harness.post(account, `Post ${n}`)));
    await Promise.all(ids.map((id) => harness.untilIdle(id, 100_000)));
    items = [];
    for (const [n, account] of all.entries())
      items.push(await harness.runToEnd(account, ids[n] as number, 100_000));
  });
  afterAll(() => harness.end());

  /** As the product noted it: when a call arrives depends on the machine. */
  const attempts = ({ id }: { id: number }, step: string) =>
    harness.app.running.nest
      .get(Database)
      .rows<{ started_at: number; finished_at: number; outcome: string }>(
        'SELECT started_at, finished_at, outcome FROM publish_steps WHERE post_id = ? AND step = ? ORDER BY id',
        [id, step],
      );

  it('delays each post, and each is out once in the end', () => {
    expect(items.map(({ status, upload_error }) => [status, upload_error])).toEqual(
      items.map(() => ['published', null]),
    );
    expect(harness.fake.published()).toHaveLength(items.length);
    expect(harness.fake.violations()).toEqual([]);
  });

  it('is given 30 s for a call', async () => {
    const [first, second, ...more] = await attempts(items[0], 'start');
    expect([first?.outcome, second?.outcome, more]).toEqual(['failed', 'done', []]);
    const seconds = (second!.started_at - first!.started_at) / 1000;
    expect(seconds).toBeGreaterThan(30 + 4);
    expect(seconds).toBeLessThan(30 + 6 + 10);
  });

  it('is given 60 s for a transfer that stands still', async () => {
    const [, account] = accounts as [ConnectedUser, ConnectedUser];
    // It stands still, is broken off and goes on where it stood.
    const [transfer, ...more] = await attempts(items[1], 'upload');
    expect([transfer?.outcome, more]).toEqual(['done', []]);
    const seconds = (transfer!.finished_at - transfer!.started_at) / 1000;
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThan(75);
    expect(harness.calls(account.page, 'reels.start', 'reels.finish')).toEqual([1, 1]);
  });

  it('is read back after finish, and finish is sent again only if nothing came of it', () => {
    const [, , finished] = accounts as [ConnectedUser, ConnectedUser, ConnectedUser];
    expect(harness.calls(finished.page, 'reels.finish')).toEqual([1]);
    expect(harness.calls(unsent.page, 'reels.finish')).toEqual([2]);
  });
});

describe('a network where nobody listens', () => {
  it('is tried again until somebody does', async () => {
    const ports = { graphPort: await closedPort(), ruploadPort: await closedPort() };
    const harness = await PublishingHarness.start({ graph: ports });
    try {
      const account = await harness.addUser();
      await harness.fake.stop();
      const id = await harness.post(account, 'Knocking');
      for (let n = 0; n < 3; n++) {
        const { due_at } = await harness.untilIdle(id);
        harness.forward((due_at ?? 0) - harness.now() + 1);
      }
      await harness.untilIdle(id);
      const { attempts } = await harness.item(account, id);
      expect(attempts[0]).toMatchObject({
        step: 'start',
        outcome: 'failed',
        message: 'The network could not be reached (ECONNREFUSED).',
      });
      await harness.fake.start();
      expect((await harness.runToEnd(account, id)).status).toBe('published');
      expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
    } finally {
      await harness.end();
    }
  });
});
