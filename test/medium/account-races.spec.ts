import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { AccountChanges } from '../../backend/accounts/account-changes';
import { AccountRemoval } from '../../backend/accounts/removal/account-removal';
import { FacebookSettings } from '../../backend/accounts/settings/facebook-settings';
import type { Database } from '../../backend/database/database';
import type { Row } from '../../backend/database/tables';
import { Claims } from '../../backend/publishing/publisher/claims';
import { QuotaRecount } from '../../backend/publishing/housekeeping/quota-recount';
import { RemovedAccounts } from '../../backend/publishing/housekeeping/removed-accounts';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts } from '../support/many-accounts';
import { addAccount } from '../support/more-accounts';
import { servicesOn } from '../support/services';

const USER = 1;
const PAGE = 1;
const ROUNDS = 12;

eachDatabase((_name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let services: Container;
  let posts = 0;

  beforeEach(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    services = servicesOn({ db, dataSource });
    await addAccounts(db, 1);
  });
  afterEach(() => dataSource.destroy());

  const remove = (id: number, how: object = {}) => services.get(AccountRemoval).disconnect(USER, id, how);

  async function addDuePost(accountId: number): Promise<number> {
    const id = await db.insert('posts', {
      user_id: USER,
      account_id: accountId,
      kind: 'video',
      network: 'facebook',
      format: 'video',
      title: `Post ${++posts}`,
      status: 'pending',
      due_at: 1,
      file_key: `${posts}.mp4`,
      size_bytes: 10,
      width: 1,
      height: 1,
      created_at: 1,
    });
    await services.get(QuotaRecount).run();
    return id;
  }

  const postsOn = (accountId: number) =>
    db.rows<Row<'posts'>>('SELECT * FROM posts WHERE account_id = ?', [accountId]);
  const account = async (id: number) =>
    (await db.row<Row<'accounts'>>('SELECT * FROM accounts WHERE id = ?', [id])) as Row<'accounts'>;
  const defaults = async () =>
    (
      await db.rows<{ id: number }>(
        "SELECT id FROM accounts WHERE user_id = ? AND network = 'facebook' AND is_default = 1 AND removed_at = 0",
        [USER],
      )
    ).map(({ id }) => id);

  it('removes an account with its items, or lets a publisher have one of them, never both', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await addAccount(services, USER, { id: `80${round}` });
      const post = await addDuePost(id);
      const [claim, removal] = await Promise.allSettled([
        services.get(Claims).take(id, `process ${round}`),
        // Now the one, now the other comes first.
        new Promise((resolve) => setTimeout(resolve, round % 4)).then(() =>
          remove(id, { pending: 'delete' }),
        ),
      ]);
      const isClaimed = claim.status === 'fulfilled' && claim.value !== undefined;
      const isRemoved = removal.status === 'fulfilled';
      expect([round, isClaimed]).toEqual([round, !isRemoved]);
      if (removal.status === 'rejected')
        expect(removal.reason).toMatchObject({ statusCode: 409, code: 'conflict' });
      expect((await account(id)).removed_at > 0).toBe(isRemoved);
      const [left] = await postsOn(id);
      expect(left?.status).toBe(isRemoved ? undefined : 'scheduled');
      if (!isRemoved) await db.run('DELETE FROM posts WHERE id = ?', [post]);
    }
    expect(await defaults()).toEqual([PAGE]);
  });

  it('answers that an account is removed although its items cannot be deleted yet', async () => {
    await addDuePost(PAGE);
    const nothingYet = Promise.resolve();
    const gone = (): Promise<void> => Promise.reject(new Error('The disk is gone.'));
    services.get(RemovedAccounts).deletePending = jest.fn(gone).mockReturnValueOnce(nothingYet);
    Logger.overrideLogger(false);
    const { id } = await remove(PAGE, { pending: 'delete' });
    expect((await account(id)).token).toBeNull();
    // Housekeeping finds them.
    expect(await postsOn(id)).toHaveLength(1);
  });

  it('has one default, which is connected, after saves, swaps and removals at once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [second, third] = [
        await addAccount(services, USER, { id: `81${round}` }),
        await addAccount(services, USER, { id: `82${round}` }),
      ];
      const [now = 0] = await defaults();
      const prefer = (id: number) => services.get(AccountChanges).change(USER, id, { is_default: 1 });
      const settle = await Promise.allSettled([
        prefer(second),
        services.get(FacebookSettings).change(USER, { page_id: `82${round}`, upload_frequency: 5 }),
        remove(now),
        prefer(third),
        remove(second),
      ]);
      for (const each of settle)
        if (each.status === 'rejected')
          expect([404, 409]).toContain((each.reason as { statusCode?: number }).statusCode);
      const left = await defaults();
      expect([round, left.length]).toEqual([round, 1]);
      expect((await account(left[0]!)).token).not.toBeNull();
    }
  });
});
