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

  const secondsBetween = (name: string, { page }: Account): number => {
    const [first, second] = scene.fake.history(name).filter((call) => call.page === page.id);
    return ((second?.at ?? Infinity) - (first?.at ?? 0)) / 1000;
  };

  it('delays each post, and each is out once in the end', () => {
    expect(items.map(({ status, upload_error }) => [status, upload_error])).toEqual(
      items.map(() => ['published', null]),
    );
    expect(scene.fake.published()).toHaveLength(items.length);
    expect(scene.fake.violations()).toEqual([]);
  });

  // A call arrives a little after its time has begun.
  it('is given 30 s for a call', () => {
    const [account] = accounts as [Account];
    expect(secondsBetween('reels.start', account)).toBeGreaterThan(30);
    expect(secondsBetween('reels.start', account)).toBeLessThan(30 + 6 + 15);
  });

  it('is given 60 s for a transfer that stands still', () => {
    const [, account] = accounts as [Account, Account];
    expect(secondsBetween('reels.bytes', account)).toBeGreaterThan(55);
    expect(secondsBetween('reels.bytes', account)).toBeLessThan(80);
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
