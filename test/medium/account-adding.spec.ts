import { AccountAdding, type NewAccount } from '../../backend/accounts/connection/account-adding';
import { AccountPosts } from '../../backend/accounts/removal/account-posts';
import { AccountsService, tokenContext } from '../../backend/accounts/accounts.service';
import { SecretCipher } from '../../backend/config/secret-cipher';
import { insertStatement, type Database } from '../../backend/database/database';
import { AccountLimit } from '../../backend/subscriptions/account-limit';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { servicesOn } from '../support/services';

const DAY_MS = 86_400_000;

const page = (n: number, more: Partial<NewAccount> = {}): NewAccount => ({
  network: 'facebook',
  remoteId: `10${n}`,
  pageRemoteId: null,
  name: `Page ${n}`,
  token: `token ${n}`,
  metaUserId: '77',
  expiresAt: null,
  dataAccessExpiresAt: null,
  missing: [],
  ...more,
});

const instagram = (n: number): NewAccount =>
  page(n, { network: 'instagram', remoteId: `1784${n}`, pageRemoteId: `10${n}`, name: `insta.${n}` });

eachDatabase((_, makeConfig) => {
  let db: Database;
  let services: Container;
  let close: () => Promise<void>;
  let users = 0;
  let user = 0;

  beforeAll(async () => {
    const { db: opened, dataSource } = await openDatabase(await makeConfig());
    db = opened;
    close = () => dataSource.destroy();
    services = servicesOn({ db, dataSource });
    services.get(AccountLimit);
  });
  afterAll(() => close());
  beforeEach(async () => {
    user = ++users;
    await db.atomically([
      insertStatement('users', [
        { id: user, name: 'U', email: `u${user}@example.com`, password_hash: 'none', created_at: 0 },
      ]),
      insertStatement('quota_usage', [{ user_id: user, tasks_used: 0, storage_used: 0 }]),
    ]);
  });

  const add = (...accounts: NewAccount[]) => services.get(AccountAdding).add(user, accounts);

  const rows = () =>
    db.rows<{ id: number; remote_id: string; is_default: number | null; token: string }>(
      'SELECT * FROM accounts WHERE user_id = ? AND removed_at = 0 ORDER BY id',
      [user],
    );

  const kept = async () => (await rows()).map(({ remote_id, is_default }) => [remote_id, is_default]);

  async function allow(max_accounts: number | null, { startsInMs = -DAY_MS } = {}): Promise<void> {
    const now = Date.now();
    const plan = { name: 'P', description: '', price_minor: 0, duration_days: 1, created_at: 0 };
    const limits = { max_storage_bytes: 1, max_pending_submissions: 1, max_accounts };
    await db.atomically([
      insertStatement('plans', [{ ...plan, ...limits, id: 100 + user }]),
      insertStatement('subscriptions', [
        {
          user_id: user,
          plan_id: 100 + user,
          starts_at: now + startsInMs,
          expires_at: now + 9 * DAY_MS,
          created_at: 0,
        },
      ]),
    ]);
  }

  const refusal = (n: number) => ({
    statusCode: 422,
    code: 'account_quota_exceeded',
    message: `Your plan allows ${n} accounts.`,
  });

  it('makes the first account of a network the default, and only that', async () => {
    await add(page(1), instagram(1), page(2), instagram(2));
    expect(await kept()).toEqual([
      ['101', 1],
      ['17841', 1],
      ['102', null],
      ['17842', null],
    ]);
    await add(page(3));
    expect((await kept()).at(-1)).toEqual(['103', null]);
  });

  it('answers ids in the order of what was given, one for an account that is named twice', async () => {
    const [second, first] = await add(page(2), page(1), page(2));
    expect(await add(page(1), instagram(1), page(2))).toEqual([first, expect.any(Number), second]);
  });

  it('seals a token once for the accounts that share it', async () => {
    await add(page(1), { ...instagram(1), token: 'token 1' }, page(2));
    const [one, other, second] = await rows();
    expect(one!.token).toBe(other!.token);
    expect(one!.token).not.toBe(second!.token);
    expect(services.get(SecretCipher).decrypt(one!.token, tokenContext(user))).toBe('token 1');
  });

  it('reaches the limit of the plan exactly with ten calls at once', async () => {
    await allow(3);
    const calls = await Promise.allSettled(Array.from({ length: 10 }, (_none, n) => add(page(n))));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const call of calls) if (call.status === 'rejected') expect(call.reason).toMatchObject(refusal(3));
    expect((await kept()).map(([, mark]) => mark)).toEqual([1, null, null]);
  });

  it('adds the same account once with ten calls at once', async () => {
    const calls = await Promise.all(Array.from({ length: 10 }, () => add(page(1), instagram(1))));
    expect(new Set(calls.map(String)).size).toBe(1);
    expect(await kept()).toHaveLength(2);
  });

  it('adds all or none, and counts neither what is reconnected nor what was removed', async () => {
    await allow(2);
    await expect(add(page(1), instagram(1), page(2))).rejects.toMatchObject(refusal(2));
    expect(await kept()).toEqual([]);
    await add(page(1), instagram(1));
    await expect(add(page(1), page(2))).rejects.toMatchObject(refusal(2));
    expect(await add(page(1), instagram(1))).toHaveLength(2);
    const [first] = await rows();
    await db.atomically(services.get(AccountPosts).leaving(user, [first!.id]));
    await add(page(2));
    await expect(add(page(1))).rejects.toMatchObject(refusal(2));
  });

  it.each([
    ['without a limit', () => allow(null)],
    ['without a plan', () => Promise.resolve()],
    ['before the plan begins', () => allow(1, { startsInMs: DAY_MS })],
  ])('adds any number %s', async (_name, given) => {
    await given();
    await add(page(1), page(2), page(3), page(4));
    expect(await kept()).toHaveLength(4);
  });

  it('reconnects with the new token, ends the pause, and keeps what is not about the connection', async () => {
    const [id] = await add(page(1), page(2));
    await db.run(
      "UPDATE accounts SET paused_reason = 'No.', expires_at = 5, expiry_mail_days = 7, upload_frequency = 33 WHERE id = ?",
      [id!],
    );
    expect(await add(page(1, { token: 'new', name: null, expiresAt: 9 }))).toEqual([id]);
    const [row] = await rows();
    expect(row).toMatchObject({
      name: 'Page 1',
      is_default: 1,
      paused_reason: null,
      expires_at: 9,
      expiry_mail_days: null,
      upload_frequency: 33,
    });
    expect(services.get(SecretCipher).decrypt(row!.token, tokenContext(user))).toBe('new');
  });

  it('brings a removed account back as it was, but not as the default beside another', async () => {
    const [id] = await add(page(1), page(2));
    await db.atomically(services.get(AccountPosts).leaving(user, [id!]));
    await db.run('UPDATE accounts SET is_default = 1 WHERE user_id = ? AND removed_at = 0', [user]);
    expect(await add(page(1))).toEqual([id]);
    expect(await kept()).toEqual([
      ['101', null],
      ['102', 1],
    ]);
  });

  it('gives the posts without an account to the first default, and to no later one', async () => {
    const post = (id: number) => ({
      id: user * 10 + id,
      user_id: user,
      kind: 'video' as const,
      network: 'facebook' as const,
      format: 'video' as const,
      title: 'T',
      status: 'pending' as const,
      size_bytes: 1,
      width: 1,
      height: 1,
      created_at: 0,
    });
    const accountOf = async (id: number) =>
      (
        await db.row<{ account_id: number | null }>('SELECT account_id FROM posts WHERE id = ?', [
          user * 10 + id,
        ])
      )?.account_id;
    await db.atomically([insertStatement('posts', [post(1)])]);
    const [, first] = await add(instagram(1), page(1), page(2));
    expect(await accountOf(1)).toBe(first);
    await db.atomically([insertStatement('posts', [post(2)])]);
    await add(page(3));
    expect(await accountOf(2)).toBeNull();
    expect((await services.get(AccountsService).defaults(user)).facebook?.id).toBe(first);
  });
});
