import { DataSource } from 'typeorm';
import { ENTITIES } from '../../backend/app.module';
import type { DatabaseConfig } from '../../backend/config/config';
import { dataSourceOptions, MIGRATIONS } from '../../backend/database/data-source';
import { Accounts1765000000000 } from '../../migrations/1765000000000-accounts';
import { MaxAccounts1765120000000 } from '../../migrations/1765120000000-max-accounts';
import { eachDatabase } from '../support/databases';

jest.setTimeout(240_000);

const before = (migration: (typeof MIGRATIONS)[number]) => MIGRATIONS.slice(0, MIGRATIONS.indexOf(migration));

eachDatabase((_, makeConfig) => {
  const open: DataSource[] = [];
  afterAll(async () => {
    for (const dataSource of open) await dataSource.destroy();
  });

  async function migrated(config: DatabaseConfig, migrations = MIGRATIONS): Promise<DataSource> {
    const options = { ...dataSourceOptions(config, ENTITIES), migrations };
    const dataSource = await new DataSource(options).initialize();
    open.push(dataSource);
    await dataSource.runMigrations({ transaction: 'each' });
    return dataSource;
  }

  async function insert(
    dataSource: DataSource,
    table: string,
    rows: Record<string, unknown>[],
  ): Promise<void> {
    for (const row of rows) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      await dataSource.query(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`,
        Object.values(row),
      );
    }
  }

  const user = (id: number, more: Record<string, unknown> = {}) => ({
    id,
    name: 'A',
    email: `a${id}@example.com`,
    password_hash: 'x',
    created_at: 1,
    ...more,
  });
  const post = (id: number, more: Record<string, unknown> = {}) => ({
    id,
    user_id: 7,
    kind: 'video',
    network: 'facebook',
    title: 'T',
    status: 'pending',
    scheduled_for: 4_000_000_000_000,
    due_at: 4_000_000_000_000,
    size_bytes: 1,
    width: 1,
    height: 1,
    created_at: 1,
    ...more,
  });

  it('makes defaults of the connections, and gives every item that waits the one of its network', async () => {
    const config = await makeConfig({ empty: true });
    const old = await migrated(config, before(Accounts1765000000000));
    await insert(old, 'users', [
      user(7, { page_id: '12', access_token: 'given', upload_frequency: 33, photo_upload_frequency: 44 }),
      user(8, { page_id: '13', access_token: 'entered' }),
    ]);
    await insert(old, 'connections', [
      { user_id: 7, network: 'facebook', account_id: '12', account_name: 'Bakery', token: 'sealed' },
      { user_id: 7, network: 'instagram', account_id: '17841', token: 'sealed' },
    ]);
    await insert(old, 'posts', [
      post(1),
      post(2, { kind: 'instagram_video', network: 'instagram', scheduled_for: null, due_at: null }),
      post(3, { kind: 'photo', status: 'published' }),
      post(4, { user_id: 8 }),
    ]);
    const now = await migrated(config);
    const accounts = await now.query<Record<string, unknown>[]>('SELECT * FROM accounts ORDER BY id');
    const shared = { user_id: 7, is_default: 1, removed_at: 0, token: 'sealed', given_token: 'given' };
    const frequencies = { upload_frequency: 33, photo_upload_frequency: 44 };
    expect(accounts).toMatchObject([
      {
        ...shared,
        ...frequencies,
        network: 'facebook',
        remote_id: '12',
        name: 'Bakery',
        page_remote_id: null,
      },
      { ...shared, ...frequencies, network: 'instagram', remote_id: '17841', page_remote_id: '12' },
    ]);
    const [page, instagram] = accounts.map(({ id }) => id);
    expect(
      await now.query('SELECT id, account_id, status, scheduled_for, due_at FROM posts ORDER BY id'),
    ).toEqual([
      {
        id: 1,
        account_id: page,
        status: 'pending',
        scheduled_for: 4_000_000_000_000,
        due_at: 4_000_000_000_000,
      },
      { id: 2, account_id: instagram, status: 'pending', scheduled_for: null, due_at: null },
      {
        id: 3,
        account_id: page,
        status: 'published',
        scheduled_for: expect.anything(),
        due_at: expect.anything(),
      },
      {
        id: 4,
        account_id: null,
        status: 'pending',
        scheduled_for: expect.anything(),
        due_at: expect.anything(),
      },
    ]);
  });

  it('limits no plan that there was, and keeps accounts and their items, up and down', async () => {
    const config = await makeConfig({ empty: true });
    const earlier = before(MaxAccounts1765120000000);
    const old = await migrated(config, earlier);
    await insert(old, 'users', [user(7)]);
    await insert(old, 'plans', [
      {
        id: 9,
        name: 'P',
        description: '',
        price_minor: 1,
        duration_days: 1,
        max_storage_bytes: 1,
        max_pending_submissions: 1,
        created_at: 1,
      },
    ]);
    await insert(old, 'subscriptions', [
      { id: 5, user_id: 7, plan_id: 9, starts_at: 1, expires_at: 2, created_at: 1 },
    ]);
    await insert(old, 'accounts', [
      {
        id: 3,
        user_id: 7,
        network: 'facebook',
        remote_id: '12',
        is_default: 1,
        token: 'sealed',
        expires_at: 8,
      },
    ]);
    await insert(old, 'posts', [post(1, { account_id: 3 })]);
    const now = await migrated(config);
    const kept = (columns = '') =>
      now.query(
        `SELECT p.account_id, p.due_at, a.token, a.expires_at, s.plan_id${columns}
           FROM posts p JOIN accounts a ON a.id = p.account_id JOIN subscriptions s ON s.user_id = p.user_id
           JOIN plans l ON l.id = s.plan_id`,
      );
    const row = { account_id: 3, due_at: 4_000_000_000_000, token: 'sealed', expires_at: 8, plan_id: 9 };
    expect(await kept(', l.max_accounts, a.data_access_expires_at, a.data_access_mail_days')).toEqual([
      { ...row, max_accounts: null, data_access_expires_at: null, data_access_mail_days: null },
    ]);
    for (let n = MIGRATIONS.length; n > earlier.length; n--)
      await now.undoLastMigration({ transaction: 'none' });
    expect(await kept()).toEqual([row]);
  });
});
