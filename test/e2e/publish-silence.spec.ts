import { Database } from '../../backend/database/database';
import { closedPort } from '../support/ports';
import { Scene, type Account } from '../support/scene';

jest.setTimeout(150_000);

describe('a network that says nothing', () => {
  const cases = {
    'reels.start': { hang: true },
    'reels.bytes': { hang: true },
    'reels.finish': { hang: true, after: true },
    'video.status': { hang: true },
  };
  const names = Object.keys(cases) as (keyof typeof cases)[];
  let scene: Scene;
  let accounts: Account[];
  let unsent: Account;
  let items: any[];

  // All of them wait beside each other, for real: the limits of calls are not the clock's.
  beforeAll(async () => {
    scene = await Scene.start({ env: { PUBLISH_CONCURRENCY: '8' } });
    accounts = await Promise.all(names.map(() => scene.account()));
    unsent = await scene.account();
    for (const [n, name] of names.entries())
      scene.fake.fault({ on: name, page: accounts[n]?.page.id, do: cases[name] });
    scene.fake.fault({ on: 'reels.finish', page: unsent.page.id, do: { hang: true } });
    const all = [...accounts, unsent];
    const ids = await Promise.all(all.map((account, n) => scene.post(account, `Post ${n}`)));
    await Promise.all(ids.map((id) => scene.rest(id, 100_000)));
    items = [];
    for (const [n, account] of all.entries())
      items.push(await scene.play(account, ids[n] as number, 100_000));
  });
  afterAll(() => scene.end());

  /** As the product noted it: when a call arrives depends on the machine. */
  const attempts = ({ id }: { id: number }, step: string) =>
    scene.app.running.nest
      .get(Database)
      .rows<{ started_at: number; finished_at: number; outcome: string }>(
        'SELECT started_at, finished_at, outcome FROM attempts WHERE post_id = ? AND step = ? ORDER BY id',
        [id, step],
      );

  it('delays each post, and each is out once in the end', () => {
    expect(items.map(({ status, upload_error }) => [status, upload_error])).toEqual(
      items.map(() => ['published', null]),
    );
    expect(scene.fake.published()).toHaveLength(items.length);
    expect(scene.fake.violations()).toEqual([]);
  });

  it('is given 30 s for a call', async () => {
    const [first, second, ...more] = await attempts(items[0], 'start');
    expect([first?.outcome, second?.outcome, more]).toEqual(['failed', 'done', []]);
    const seconds = (second!.started_at - first!.started_at) / 1000;
    expect(seconds).toBeGreaterThan(30 + 4);
    expect(seconds).toBeLessThan(30 + 6 + 10);
  });

  it('is given 60 s for a transfer that stands still', async () => {
    const [, account] = accounts as [Account, Account];
    // It stands still, is broken off and goes on where it stood.
    const [transfer, ...more] = await attempts(items[1], 'upload');
    expect([transfer?.outcome, more]).toEqual(['done', []]);
    const seconds = (transfer!.finished_at - transfer!.started_at) / 1000;
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThan(75);
    expect(scene.calls(account.page, 'reels.start', 'reels.finish')).toEqual([1, 1]);
  });

  it('is read back after finish, and finish is sent again only if nothing came of it', () => {
    const [, , finished] = accounts as [Account, Account, Account];
    expect(scene.calls(finished.page, 'reels.finish')).toEqual([1]);
    expect(scene.calls(unsent.page, 'reels.finish')).toEqual([2]);
  });
});

describe('a network where nobody listens', () => {
  it('is tried again until somebody does', async () => {
    const ports = { graphPort: await closedPort(), ruploadPort: await closedPort() };
    const scene = await Scene.start({ graph: ports });
    try {
      const account = await scene.account();
      await scene.fake.stop();
      const id = await scene.post(account, 'Knocking');
      for (let n = 0; n < 3; n++) {
        const { due_at } = await scene.rest(id);
        scene.forward((due_at ?? 0) - scene.now() + 1);
      }
      await scene.rest(id);
      const { attempts } = await scene.item(account, id);
      expect(attempts[0]).toMatchObject({
        step: 'start',
        outcome: 'failed',
        message: 'The network could not be reached (ECONNREFUSED).',
      });
      await scene.fake.start();
      expect((await scene.play(account, id)).status).toBe('published');
      expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
    } finally {
      await scene.end();
    }
  });
});
