import type { DataSource } from 'typeorm';
import type { Database } from '../../backend/database/database';
import { Metrics } from '../../backend/health/metrics';
import { NextPosts } from '../../backend/publishing/publisher/next-posts';
import { Publisher } from '../../backend/publishing/publisher/publisher';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, addPosts, bringUpToDate } from '../support/many-accounts';
import { Scrape } from '../support/scrape';
import { servicesOn } from '../support/services';

const ACCOUNTS = 12;
const DAY_MS = 86_400_000;
const LATE_MS = 90_000;

/** What a scrape reads from the rows. */
eachDatabase((_name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let services: Container;

  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    await addAccounts(db, ACCOUNTS);
    await addPosts(db, { count: 2 * ACCOUNTS, accounts: ACCOUNTS, dueAt: Date.now() });
  });
  beforeEach(async () => {
    const now = Date.now();
    services = servicesOn({ db, dataSource });
    await db.run("UPDATE posts SET status = 'pending', locked_by = NULL, due_at = ?, scheduled_for = ?", [
      now - LATE_MS,
      now - LATE_MS,
    ]);
    await db.run(
      `UPDATE accounts SET turn = NULL, held_by = NULL, held_until = NULL, paused_reason = NULL, resumes_at = NULL,
                           removed_at = 0, verified_at = 1, expires_at = ?`,
      [now + 60 * DAY_MS],
    );
    await db.run('UPDATE subscriptions SET ended_at = NULL, created_at = 1');
    await bringUpToDate(db);
  });
  afterAll(() => dataSource.destroy());

  const scrape = async () => new Scrape((await services.get(Metrics).exposition()).text);
  const queue = async () => {
    const told = await scrape();
    return [
      told.value('pagecast_queue_depth'),
      Math.floor(told.value('pagecast_queue_oldest_seconds')! / 10),
    ];
  };

  it('has in the queue what may go out now, before and after its accounts got in line', async () => {
    expect(await queue()).toEqual([24, 9]);
    await services.get(NextPosts).accounts(3);
    expect(await queue()).toEqual([24, 9]);
    await db.run('UPDATE posts SET due_at = ? WHERE id > 12', [Date.now() + DAY_MS]);
    expect(await queue()).toEqual([12, 9]);
  });

  it.each([
    ['an account that waits for its user', "UPDATE accounts SET paused_reason = 'No.'"],
    ['an account that was removed', 'UPDATE accounts SET removed_at = 1, paused_reason = NULL'],
    ['a rate limit', `UPDATE accounts SET paused_reason = 'Later.', resumes_at = ${Date.now() + DAY_MS}`],
    ['an account with a publication under way', `UPDATE accounts SET held_until = ${Date.now() + DAY_MS}`],
    ['a plan', 'UPDATE subscriptions SET ended_at = 1'],
    ['an account at all', 'UPDATE posts SET account_id = NULL'],
  ])('leaves out posts that wait for %s', async (_what, change) => {
    const accounts = await db.rows<{ id: number; account_id: number }>('SELECT id, account_id FROM posts');
    await db.run(change);
    expect(await queue()).toEqual([0, 0]);
    for (const { id, account_id } of accounts)
      await db.run('UPDATE posts SET account_id = ? WHERE id = ?', [account_id, id]);
  });

  it('has a begun post in the queue whose user has no plan any more, and one whose pause is over', async () => {
    await db.run('UPDATE subscriptions SET ended_at = 1');
    await db.run("UPDATE posts SET status = 'uploaded' WHERE id = 1");
    expect((await queue())[0]).toBe(1);
    await db.run("UPDATE accounts SET paused_reason = 'Later.', resumes_at = ?", [Date.now() - 1000]);
    expect((await queue())[0]).toBe(1);
  });

  it('is empty once everything has gone out, and has counted that', async () => {
    await db.run('UPDATE posts SET due_at = ? WHERE id > 2', [Date.now() + DAY_MS]);
    const next = services.get(NextPosts);
    for (const { id } of await next.accounts(ACCOUNTS)) await services.get(Publisher).publish(id);
    const told = await scrape();
    expect(await queue()).toEqual([0, 0]);
    expect(told.value('pagecast_posts_open{status="pending"}')).toBe(22);
    expect(told.value('pagecast_publications_total{network="facebook",outcome="published"}')).toBe(2);
    expect([
      told.value('pagecast_lateness_seconds_bucket{le="60"}'),
      told.value('pagecast_lateness_seconds_bucket{le="300"}'),
    ]).toEqual([0, 2]);
  });

  it('tells the accounts by their state, at most once a minute', async () => {
    const now = Date.now();
    await db.run("UPDATE accounts SET paused_reason = 'No.' WHERE id <= 2");
    await db.run("UPDATE accounts SET paused_reason = 'Later.', resumes_at = ? WHERE id = 3", [now + DAY_MS]);
    await db.run("UPDATE accounts SET paused_reason = 'Over.', resumes_at = ? WHERE id = 4", [now - DAY_MS]);
    await db.run('UPDATE accounts SET verified_at = NULL WHERE id BETWEEN 5 AND 7');
    await db.run('UPDATE accounts SET expires_at = ? WHERE id IN (8, 9)', [now + 6 * DAY_MS]);
    await db.run('UPDATE accounts SET data_access_expires_at = ? WHERE id IN (9, 12)', [now + 5 * DAY_MS]);
    await db.run('UPDATE accounts SET expires_at = ? WHERE id = 10', [now - 1000]);
    await db.run("UPDATE accounts SET removed_at = 1, paused_reason = 'No.' WHERE id = 11");
    const told = async () => {
      const found = await scrape();
      return [
        found.value('pagecast_accounts_connected'),
        found.value('pagecast_accounts_paused{until="reconnected"}'),
        found.value('pagecast_accounts_paused{until="instant"}'),
        found.value('pagecast_accounts_unverified'),
        found.value('pagecast_accounts_expiring'),
      ];
    };
    expect(await told()).toEqual([11, 2, 1, 3, 3]);
    await db.run('UPDATE accounts SET paused_reason = NULL');
    expect(await told()).toEqual([11, 2, 1, 3, 3]);
  });

  it('tells how many mails wait, and how long the oldest has', async () => {
    expect((await scrape()).value('pagecast_mails_waiting')).toBe(0);
    const mail = { sealed: 'x', due_at: Date.now() + DAY_MS, expires_at: Date.now() + DAY_MS };
    for (const created_at of [Date.now() - 5_000, Date.now() - 60_500, null])
      await db.insert('mails', { ...mail, created_at });
    const told = await scrape();
    expect(told.value('pagecast_mails_waiting')).toBe(3);
    expect(Math.floor(told.value('pagecast_mails_oldest_seconds')! / 10)).toBe(6);
    await db.run('DELETE FROM mails');
  });

  it('answers the same from each process', async () => {
    const installation = async (container: Container) => {
      const { text } = await container.get(Metrics).exposition();
      return text
        .split('\n')
        .filter((line) => /^pagecast_(posts|accounts|mails_waiting|queue_depth)/.test(line));
    };
    const [one, other] = [services, servicesOn({ db, dataSource })];
    expect(await installation(one)).toEqual(await installation(other));
  });
});
