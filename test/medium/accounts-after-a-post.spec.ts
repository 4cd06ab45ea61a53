import { Database, insertStatement } from '../../backend/database/database';
import { AutopostSchedule } from '../../backend/accounts/turns/autopost-schedule';
import type { Outcome } from '../../backend/ports/networks/network';
import { Claims, type Claim } from '../../backend/publishing/publisher/claims';
import { Settlement } from '../../backend/publishing/publisher/settlement';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, addPosts, bringUpToDate } from '../support/many-accounts';
import { servicesOn } from '../support/services';
import type { Container } from '../simulation/container';

const HOUR_MS = 3_600_000;
const PUBLISHED: Outcome = { kind: 'published', remoteId: '900' };

eachDatabase((_name, makeConfig) => {
  let db: Database;
  let services: Container;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const opened = await openDatabase(await makeConfig());
    db = opened.db;
    close = () => opened.dataSource.destroy();
    services = servicesOn(opened);
    await addAccounts(db, 1);
    await addPosts(db, { count: 2, accounts: 1, dueAt: Date.now() - 1_000 });
    await bringUpToDate(db);
  });
  afterEach(() => close());

  const other = (dueAt: number | null) =>
    db.run('UPDATE posts SET due_at = ?, scheduled_for = ? WHERE id = 2', [dueAt, dueAt]);
  const claim = async (): Promise<Claim> => (await services.get(Claims).take(1, 'me'))!;
  const settle = (claimed: Claim, outcome: Outcome = PUBLISHED) =>
    services.get(Settlement).settle(claimed, null, outcome);
  const nextDue = async () =>
    (await db.row<{ next_due_at: number | null }>('SELECT next_due_at FROM accounts WHERE id = 1'))
      ?.next_due_at;

  it('is due again when its next post is, and not before', async () => {
    const at = Date.now() + HOUR_MS;
    await other(at);
    expect(await settle(await claim())).toBe(true);
    expect(await nextDue()).toBe(at);
  });

  it('is not due again when no other post has a time', async () => {
    await other(null);
    await settle(await claim());
    expect(await nextDue()).toBeNull();
  });

  it('is due now when another post is due already, behind those that became due before', async () => {
    const before = Date.now();
    await settle(await claim());
    expect(await nextDue()).toBeGreaterThanOrEqual(before);
    expect(await nextDue()).toBeLessThanOrEqual(Date.now());
  });

  it('is due for its own post when that is tried again', async () => {
    await other(null);
    const before = Date.now();
    await settle(await claim(), { kind: 'busy', session: null, reason: 'Later.', retryMs: HOUR_MS });
    expect(await nextDue()).toBeGreaterThanOrEqual(before + HOUR_MS);
    expect(await nextDue()).toBeLessThanOrEqual(Date.now() + HOUR_MS);
  });

  it('is due now when it changed while its post was published', async () => {
    await other(Date.now() + HOUR_MS);
    const claimed = await claim();
    await db.atomically([services.get(AutopostSchedule).dueNow(1)]);
    await settle(claimed);
    expect(await nextDue()).toBeLessThanOrEqual(Date.now());
  });

  it('is due now at another user who connected the same Page', async () => {
    await other(Date.now() + HOUR_MS);
    const [own] = await db.rows<{ network: 'facebook'; remote_id: string }>(
      'SELECT network, remote_id FROM accounts WHERE id = 1',
    );
    const user = { id: 99, name: 'U', email: 'u99@example.com', password_hash: 'none', created_at: 0 };
    const theirs = { id: 99, user_id: 99, token: 'sealed', is_default: 1 as const, ...own! };
    await db.atomically([insertStatement('users', [user]), insertStatement('accounts', [theirs])]);
    await settle(await claim());
    const row = await db.row<{ next_due_at: number | null }>(
      'SELECT next_due_at FROM accounts WHERE id = 99',
    );
    expect(row?.next_due_at).toBeGreaterThan(0);
    expect(row?.next_due_at).toBeLessThanOrEqual(Date.now());
  });
});
