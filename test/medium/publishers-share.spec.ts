import { Queue } from '../../backend/ports/queue/queue';
import { DuePosts } from '../../backend/publishing/publisher/due-posts';
import { Heartbeats } from '../../backend/publishing/publisher/heartbeats';
import { Publisher } from '../../backend/publishing/publisher/publisher';
import { openDatabase, scratchSqlite } from '../support/databases';
import { eventually } from '../support/eventually';
import { addAccounts, addPosts, bringUpToDate } from '../support/many-accounts';
import { InstantNetworks, servicesOn } from '../support/services';

const AT_ONCE = 4;

/** Counts who asks, and answers nobody until it may. */
class WaitingNetworks extends InstantNetworks {
  asked = 0;

  constructor(private readonly mayAnswer: Promise<void>) {
    super();
  }

  protected override answer(): Promise<void> {
    this.asked++;
    return this.mayAnswer;
  }
}

describe('publishers that know nothing but the database', () => {
  const { make, clean } = scratchSqlite();
  afterAll(clean);

  it('begin with different accounts, so that none claims in vain what another works on', async () => {
    const { db, dataSource } = await openDatabase(await make());
    await addAccounts(db, 2 * AT_ONCE);
    await addPosts(db, { count: 2 * AT_ONCE, accounts: 2 * AT_ONCE, dueAt: Date.now() - 1_000 });
    await bringUpToDate(db);
    await db.run('UPDATE accounts SET next_due_at = ?', [Date.now() - 1_000]);

    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    const publishers = [1, 2].map(() => {
      const networks = new WaitingNetworks(mayAnswer);
      const env = { PUBLISH_CONCURRENCY: String(AT_ONCE) };
      const services = servicesOn({ db, dataSource, networks, env });
      const claims = jest.spyOn(services.get(Publisher), 'publish');
      const inLine = jest.spyOn(services.get(Queue), 'stillInLine');
      return { networks, services, claims, inLine };
    });
    for (const { services } of publishers) await services.get(Heartbeats).beat(services.get(Publisher).name);
    for (const { services } of publishers) services.get(DuePosts).onApplicationBootstrap();

    const asked = () => Promise.resolve(publishers.map(({ networks }) => networks.asked));
    await eventually(asked, (counts) => counts.every((count) => count === AT_ONCE));
    expect(publishers.map(({ claims }) => claims.mock.calls.length)).toEqual([AT_ONCE, AT_ONCE]);
    for (const { inLine } of publishers)
      expect(inLine.mock.calls[0]?.[0].length).toBeGreaterThanOrEqual(AT_ONCE);
    answer();
    for (const { services } of publishers) await services.get(DuePosts).beforeApplicationShutdown();
    await dataSource.destroy();
  });
});
