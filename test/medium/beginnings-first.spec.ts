import { Beginnings } from '../../backend/publishing/publisher/beginnings';
import { DuePosts } from '../../backend/publishing/publisher/due-posts';
import type { Outcome, PublishJob } from '../../backend/ports/networks/network';
import { openDatabase, scratchSqlite } from '../support/databases';
import { eventually } from '../support/eventually';
import { addAccounts, addPosts, bringUpToDate } from '../support/many-accounts';
import { InstantNetworks, servicesOn } from '../support/services';

const POSTS = 300;

/** Opens a session, sends bytes and publishes; notes when posts begin and when their bytes go. */
class BytesNetworks extends InstantNetworks {
  readonly seen: ('begins' | 'sends')[] = [];
  published = 0;

  override async publish(network: string, job: PublishJob): Promise<Outcome> {
    const { ledger, credentials, turn } = job;
    const session = { protocol: 'bytes', accountId: credentials.accountId, remoteId: '1' };
    const receipt = await ledger.begin('start', null);
    this.seen.push('begins');
    await ledger.finish(receipt, { outcome: 'done' }, session);
    const end = await turn?.();
    this.seen.push('sends');
    end?.();
    const outcome = await super.publish(network, job);
    this.published++;
    return outcome;
  }
}

describe('a publisher with many posts that are due at once', () => {
  const { make, clean } = scratchSqlite();
  afterAll(clean);

  it('begins nearly all of them before it sends bytes, and publishes each', async () => {
    const { db, dataSource } = await openDatabase(await make());
    await addAccounts(db, POSTS);
    await addPosts(db, { count: POSTS, accounts: POSTS, dueAt: Date.now() - 1_000 });
    await bringUpToDate(db);
    await db.run('UPDATE accounts SET next_due_at = ?', [Date.now() - 1_000]);
    const networks = new BytesNetworks();
    const services = servicesOn({ db, dataSource, networks, env: { PUBLISH_CONCURRENCY: '1024' } });
    // On a busy machine they may take longer to begin than bytes wait for them.
    services.get(Beginnings).longestWaitMs = 30_000;
    services.get(DuePosts).onApplicationBootstrap();
    await eventually(
      () => Promise.resolve(networks.published),
      (count) => count === POSTS,
    );
    const sentBefore = networks.seen.slice(0, POSTS).filter((what) => what === 'sends').length;
    expect(sentBefore).toBeLessThan(POSTS / 4);
    expect(networks.seen).toHaveLength(2 * POSTS);
    await services.get(DuePosts).beforeApplicationShutdown();
    await dataSource.destroy();
  });
});
