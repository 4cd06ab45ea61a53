import { AccountAdding, type NewAccount } from '../../backend/accounts/connection/account-adding';
import { AccountConnection } from '../../backend/accounts/connection/account-connection';
import { ACCESS_REMOVED, WithdrawnAccess } from '../../backend/accounts/checks/withdrawn-access';
import { ConnectSessions } from '../../backend/connect/connect-sessions';
import { DataDeletions } from '../../backend/connect/data-deletions';
import { insertStatement, type Database } from '../../backend/database/database';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { servicesOn } from '../support/services';

const account = (n: number, metaUserId: string | null): NewAccount => ({
  network: 'facebook',
  remoteId: `10${n}`,
  pageRemoteId: null,
  name: `Page ${n}`,
  token: `token ${n}`,
  metaUserId,
  expiresAt: null,
  dataAccessExpiresAt: null,
  missing: [],
});

eachDatabase((_, makeConfig) => {
  let db: Database;
  let services: Container;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const { db: opened, dataSource } = await openDatabase(await makeConfig());
    db = opened;
    close = () => dataSource.destroy();
    services = servicesOn({ db, dataSource });
    for (const id of [1, 2, 3])
      await db.atomically([
        insertStatement('users', [
          { id, name: 'U', email: `u${id}@example.com`, password_hash: 'none', created_at: 0 },
        ]),
        insertStatement('quota_usage', [{ user_id: id, tasks_used: 0, storage_used: 0 }]),
      ]);
  });
  afterAll(() => close());

  const add = (user: number, ...accounts: NewAccount[]) => services.get(AccountAdding).add(user, accounts);
  const live = (user: number) =>
    db.rows<{ remote_id: string; is_default: number | null; paused_reason: string | null }>(
      `SELECT remote_id, is_default, paused_reason, token, name FROM accounts
        WHERE user_id = ? AND removed_at = 0 ORDER BY id`,
      [user],
    );

  /** @returns the id of a session that offers Pages of this person. */
  async function offer(user: number, personId: string): Promise<number> {
    const sessions = services.get(ConnectSessions);
    const { state, cookie } = await sessions.open(user);
    const claim = (await sessions.claim((await sessions.find(state, [cookie]))!))!;
    const good = { kind: 'good' as const, personId, missing: [], pages: [], dataAccessExpiresAt: null };
    await sessions.offer(claim, good);
    return claim.id;
  }

  it('pauses the accounts of the person, of all users, and of nobody else', async () => {
    await add(1, account(1, '77'), account(2, '88'), account(3, null));
    await add(2, account(1, '77'));
    const sessions = services.get(ConnectSessions);
    const [theirs, others] = [await offer(1, '77'), await offer(1, '88')];
    await services.get(WithdrawnAccess).pause('77', [sessions.forgettingPerson('77')]);
    const paused = {
      remote_id: '101',
      is_default: 1,
      paused_reason: ACCESS_REMOVED,
      token: null,
      name: 'Page 1',
    };
    expect((await live(1)).map(({ paused_reason }) => paused_reason)).toEqual([ACCESS_REMOVED, null, null]);
    expect(await live(2)).toEqual([paused]);
    expect(await sessions.offered(1, theirs)).toBeUndefined();
    expect(await sessions.offered(1, others)).toBeDefined();
    await add(2, account(1, '77'));
    expect(await live(2)).toMatchObject([{ paused_reason: null, token: expect.any(String) }]);
  });

  it('adds what is offered, and nothing once the offer is withdrawn', async () => {
    const sessions = services.get(ConnectSessions);
    const id = await offer(3, '99');
    const confirm = jest.fn(() => Promise.reject(new Error('withdrawn')));
    const condition = { statement: sessions.stillOffered(3, id), confirm };
    const adding = services.get(AccountAdding);
    expect(await adding.add(3, [account(9, '99')], condition)).toHaveLength(1);
    expect(confirm).not.toHaveBeenCalled();
    await db.atomically([sessions.forgettingPerson('99')]);
    await expect(adding.add(3, [account(8, '99')], condition)).rejects.toThrow('withdrawn');
    expect((await live(3)).map(({ remote_id }) => remote_id)).toEqual(['109']);
  });

  it('removes the accounts of the person, moves the default, and forgets who it was', async () => {
    const deletions = services.get(DataDeletions);
    const code = await deletions.request('77');
    expect(await live(1)).toMatchObject([
      { remote_id: '102', is_default: 1, paused_reason: null },
      { remote_id: '103', is_default: null },
    ]);
    expect(await live(2)).toEqual([]);
    const rows = await db.rows('SELECT name, token FROM accounts WHERE remote_id = ?', ['101']);
    expect(rows).toEqual(Array(2).fill({ name: null, token: null }));
    expect(await db.rows('SELECT id FROM accounts WHERE meta_user_id = ?', ['77'])).toEqual([]);
    const found = await deletions.find(code);
    expect(found).toMatchObject({ code, meta_user_id: null, done_at: expect.any(Number) });
    await deletions.finishAll();
    await deletions.forgetOld();
    expect(await deletions.find(code)).toEqual(found);
  });

  it.each(['pause', 'erase'] as const)('lets no change pass that was begun before the %s', async (way) => {
    await add(2, account(5, '55'));
    await add(3, account(5, '55'));
    const connection = services.get(AccountConnection);
    const before = await Promise.all([1, 2, 3].map((user) => connection.read(user)));
    await services.get(WithdrawnAccess)[way]('55', []);
    const saved = [];
    for (const each of before) saved.push(await db.atomically([connection.saving(each)]));
    expect(saved.map((done) => done !== null)).toEqual([true, false, false]);
  });
});
