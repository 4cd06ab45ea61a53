import { AccountAdding, type NewAccount } from '../../backend/accounts/connection/account-adding';
import { AccountsService } from '../../backend/accounts/accounts.service';
import { insertStatement, type Database } from '../../backend/database/database';
import { DatabaseTime } from '../../backend/database/database-time';
import type { NewRow, Row } from '../../backend/database/tables';
import { AccountOutlooks } from '../../backend/publishing/posting-queues/account-outlooks';
import { KINDS_OF } from '../../backend/publishing/formats/lists';
import { PostingQueues } from '../../backend/publishing/posting-queues/posting-queues';
import { upcomingSlots } from '../../backend/publishing/posting-queues/slots';
import type { Container } from '../simulation/container';
import { Draws } from '../simulation/draws';
import { eachDatabase, openDatabase } from '../support/databases';
import { servicesOn } from '../support/services';

const NOW = Date.UTC(2030, 0, 1, 12);
const MINUTE = 60_000;
const ACCOUNTS = 24;
const POSTS = 150;

const account = (n: number): NewAccount => ({
  network: n % 3 === 0 ? 'instagram' : 'facebook',
  remoteId: `10${n}`,
  pageRemoteId: n % 3 === 0 ? '1' : null,
  name: `Account ${n}`,
  token: `token ${n}`,
  metaUserId: null,
  expiresAt: null,
  dataAccessExpiresAt: null,
  missing: null,
});

eachDatabase((_, makeConfig) => {
  let db: Database;
  let services: Container;
  let close: () => Promise<void>;
  const draws = new Draws('outlooks', 1);

  beforeAll(async () => {
    const { db: opened, dataSource } = await openDatabase(await makeConfig());
    db = opened;
    close = () => dataSource.destroy();
    services = servicesOn({ db, dataSource });
    services.get(DatabaseTime).now = () => NOW;
    const plan = { name: 'P', description: '', price_minor: 0, duration_days: 1, created_at: 0 };
    await db.insert('plans', { ...plan, id: 1, max_storage_bytes: 1, max_pending_submissions: 1 });
    for (const id of [1, 2]) {
      const far = NOW + 999 * 86_400_000;
      await db.atomically([
        insertStatement('users', [
          {
            id,
            name: 'U',
            email: `u${id}@example.com`,
            password_hash: 'none',
            created_at: 0,
            can_use_shared_videos: 1,
            preferred_categories: '[1]',
          },
        ]),
        insertStatement('quota_usage', [{ user_id: id, tasks_used: 0, storage_used: 0 }]),
        insertStatement('subscriptions', [
          { user_id: id, plan_id: 1, starts_at: 0, expires_at: far, created_at: 0 },
        ]),
      ]);
    }
    await db.atomically([
      insertStatement('categories', [{ id: 1, name: 'C', is_active: 1, created_at: 0 }]),
      insertStatement('shared_videos', [video(1), video(2)]),
    ]);
    await services.get(AccountAdding).add(
      1,
      Array.from({ length: ACCOUNTS }, (_none, n) => account(n)),
    );
    await services.get(AccountAdding).add(2, [account(1)]);
    const own = await accounts(1);
    for (let n = 0; n < POSTS; n++) await db.insert('posts', post(draws.pick(own), n));
    // One has had every video of the library, one of the two, and one may not post.
    await db.atomically([
      insertStatement('library_uses', [use(own[1]!, 1), use(own[1]!, 2), use(own[2]!, 1)]),
    ]);
    await db.run("UPDATE accounts SET paused_reason = 'No.' WHERE id = ?", [own[4]!.id]);
    // NOW is a Tuesday. Chosen times keep some accounts from these slots.
    const slots = JSON.stringify(['12:01', '13:00', '15:00'].map((time) => ({ day: 2, time })));
    for (const { id } of own.slice(ACCOUNTS / 2))
      await db.run("UPDATE accounts SET posting = 'slots', slots = ? WHERE id = ?", [slots, id]);
  });
  afterAll(() => close());

  const accounts = (user: number) => services.get(AccountsService).connected(user);

  const video = (id: number) => ({
    id,
    title: 'V',
    category_id: 1,
    file_key: `${id}.mp4`,
    size_bytes: 1,
    width: 1,
    height: 1,
    created_at: 0,
  });

  const use = ({ user_id, network, remote_id }: Row<'accounts'>, shared_video_id: number) => ({
    user_id,
    network,
    remote_id,
    shared_video_id,
    used_at: 0,
  });

  /** Published, timed, waiting or resting; several are equally old. */
  function post({ id, network }: Row<'accounts'>, n: number): NewRow<'posts'> {
    const kind = draws.pick(KINDS_OF[network]);
    const created_at = NOW - draws.whole(0, 199) * MINUTE;
    const common = {
      user_id: 1,
      account_id: id,
      kind,
      network,
      format: 'video' as const,
      title: `Post ${n}`,
      size_bytes: 1,
      width: 1,
      height: 1,
      created_at,
      stored_at: created_at + draws.whole(0, 19) * MINUTE,
    };
    const at = NOW + (draws.whole(0, 299) - 20) * MINUTE;
    switch (draws.whole(0, 3)) {
      case 0:
        return { ...common, status: 'published', published_at: NOW - draws.whole(0, 89) * MINUTE };
      case 1:
        return { ...common, status: 'pending', scheduled_for: at, due_at: at };
      case 2:
        return { ...common, status: 'pending', rests_until: at };
      default:
        return { ...common, status: 'pending' };
    }
  }

  it('foresees for each account what its queues say', async () => {
    const own = await accounts(1);
    const found = await services.get(AccountOutlooks).of(1, own);
    const instants: (number | null)[] = [];
    for (const each of own) {
      const slots: number[] = [];
      for (const { queue } of await services.get(PostingQueues).ofAccount(each, NOW, NOW)) {
        const [slot] = upcomingSlots(queue, NOW, Infinity, 1);
        if (slot) slots.push(slot.at);
      }
      const pending = await db.row<{ count: number }>(
        "SELECT COUNT(*) AS count FROM posts WHERE account_id = ? AND status = 'pending'",
        [each.id],
      );
      const nextAt = slots.length > 0 ? Math.min(...slots) : null;
      instants.push(nextAt);
      expect([each.id, found.get(each.id)]).toEqual([each.id, { pending: pending?.count, nextAt }]);
    }
    expect(new Set(instants).size).toBeGreaterThan(ACCOUNTS / 4);
    expect(found.get(own[4]!.id)).toMatchObject({ nextAt: null });
  });

  it('takes as many statements for many accounts as for one', async () => {
    const inner = db as unknown as Record<'read', (...given: unknown[]) => Promise<unknown>>;
    const reading = jest.spyOn(inner, 'read');
    const statementsFor = async (user: number) => {
      const own = await accounts(user);
      reading.mockClear();
      await services.get(AccountOutlooks).of(user, own);
      return reading.mock.calls.length;
    };
    const one = await statementsFor(2);
    expect(one).toBeGreaterThan(0);
    // For all accounts together: what waits; the library, where much was posted; with posting times, their posts and
    // what just went out.
    expect(await statementsFor(1)).toBe(one + 4);
    reading.mockRestore();
  });

  it('knows of nothing to come without a plan', async () => {
    await db.run('UPDATE subscriptions SET expires_at = 1 WHERE user_id = 1');
    const found = await services.get(AccountOutlooks).of(1, await accounts(1));
    expect([...found.values()].every(({ nextAt }) => nextAt === null)).toBe(true);
    expect([...found.values()].some(({ pending }) => pending > 0)).toBe(true);
  });
});
