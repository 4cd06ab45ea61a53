import type { DataSource } from 'typeorm';
import type { Database } from '../../backend/database/database';
import type { CommentJob, CommentOutcome } from '../../backend/ports/networks/first-comment';
import { DueComments } from '../../backend/publishing/first-comments/due-comments';
import { eachDatabase, openDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { addAccounts, insertRows, pageOf } from '../support/many-accounts';
import { InstantNetworks, servicesOn } from '../support/services';

const SLOW = 1;
const OTHER = 2;
/** More than one look reads. */
const OF_SLOW = 33;

/** The calls of one account hang until they are broken off. */
class SlowAccount extends InstantNetworks {
  readonly begun: string[] = [];

  override async comment(_network: string, { credentials, signal }: CommentJob): Promise<CommentOutcome> {
    this.begun.push(credentials.accountId);
    if (credentials.accountId === pageOf(SLOW))
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return { kind: 'posted' };
  }
}

eachDatabase((_name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;

  beforeEach(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    await addAccounts(db, 2);
  });
  afterEach(() => dataSource.destroy());

  const accountOf = (n: number) => (n <= OF_SLOW ? SLOW : OTHER);

  it('first comments of a slow account hide none of another account', async () => {
    const now = Date.now();
    await insertRows(db, 'posts', OF_SLOW + 1, (n) => ({
      ...{ id: n, user_id: accountOf(n), account_id: accountOf(n) },
      ...{ kind: 'text' as const, network: 'facebook' as const, format: 'text' as const, title: 'Out' },
      ...{ status: 'published' as const, remote_id: String(10 ** 14 + n), published_at: now, created_at: 1 },
      ...{ file_key: '', size_bytes: 0, width: 0, height: 0 },
      first_comment: 'Read more',
      first_comment_status: 'waiting' as const,
      first_comment_session: JSON.stringify({ accountId: pageOf(accountOf(n)), since: now }),
      first_comment_due_at: now - 10_000 + n,
    }));
    const networks = new SlowAccount();
    const services = servicesOn({ db, dataSource, networks, env: { SHUTDOWN_GRACE_SECONDS: '0' } });
    const comments = services.get(DueComments);
    comments.onApplicationBootstrap();
    await comments.look();
    const begun = await eventually(
      () => Promise.resolve(networks.begun),
      (accounts) => accounts.length === 2,
    ).finally(() => comments.beforeApplicationShutdown());
    expect(begun.toSorted()).toEqual([pageOf(SLOW), pageOf(OTHER)]);
  });
});
