import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { AccountMonitor } from '../../backend/accounts/checks/account-monitor';
import { ExpiryWarnings } from '../../backend/accounts/checks/expiry-warnings';
import { WithdrawnAccess } from '../../backend/accounts/checks/withdrawn-access';
import { SecretCipher } from '../../backend/config/secret-cipher';
import type { Database, Statement } from '../../backend/database/database';
import { DatabaseAway } from '../../backend/database/database-errors';
import type { CommentOutcome } from '../../backend/ports/networks/first-comment';
import type { Outcome, Verification } from '../../backend/ports/networks/network';
import { Commenter } from '../../backend/publishing/first-comments/commenter';
import { Publisher } from '../../backend/publishing/publisher/publisher';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, addPosts, bringUpToDate, pageOf } from '../support/many-accounts';
import { InstantNetworks, SECRETS, servicesOn } from '../support/services';

const DAY_MS = 86_400_000;
const REASON = 'The token was refused.';

class RefusingNetworks extends InstantNetworks {
  override publish(): Promise<Outcome> {
    const refused = { kind: 'account', action: 'reconnect', everyAccount: true } as const;
    return Promise.resolve({ ...refused, session: null, reason: REASON });
  }

  override comment(): Promise<CommentOutcome> {
    return Promise.resolve({ kind: 'signed out', session: commentSession(), reason: REASON });
  }

  override verify(): Promise<Verification> {
    return Promise.resolve({ kind: 'refused', field: 'access_token', reason: REASON });
  }
}

const commentSession = () => ({ accountId: pageOf(1), since: Date.now() });

/** A mail is kept exactly if what it tells of is, whatever fails in between. */
eachDatabase((_name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let services: Container;

  beforeEach(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    await addAccounts(db, 2);
    services = process();
    for (const level of ['error', 'warn'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation(() => undefined);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await dataSource.destroy();
  });

  const process = () => servicesOn({ db, dataSource, networks: new RefusingNetworks() });

  /** The database is away when the next mail is to be kept, and back afterwards. */
  function loseNextMail(): void {
    const inner = db as any;
    const [unit, add] = [inner.unit.bind(db), inner.add.bind(db)];
    const isMail = ({ sql }: Statement) => /insert into .?mails/i.test(sql);
    let lost = false;
    const losing = (statements: Statement[]): boolean => {
      const loses = !lost && statements.some(isMail);
      lost ||= loses;
      return loses;
    };
    const away = () => Promise.reject(new DatabaseAway());
    jest
      .spyOn(inner, 'unit')
      .mockImplementation((statements: any) => (losing(statements) ? away() : unit(statements)));
    jest
      .spyOn(inner, 'add')
      .mockImplementation((statement: any) => (losing([statement]) ? away() : add(statement)));
  }

  async function mails(): Promise<string[]> {
    const cipher = new SecretCipher(SECRETS);
    const rows = await db.rows<{ sealed: string }>('SELECT sealed FROM mails ORDER BY id');
    return rows.map(({ sealed }) => {
      const { to, subject } = JSON.parse(cipher.decrypt(sealed, 'mails.sealed') ?? '{}');
      return `${to}: ${subject}`;
    });
  }

  const paused = async () =>
    (await db.rows('SELECT id FROM accounts WHERE paused_reason IS NOT NULL AND resumes_at IS NULL')).length;

  const PAUSED = 'user1@example.com: Pagecast is paused: reconnect Facebook';

  describe('a warning of the end of a token', () => {
    const WARNED = 'user1@example.com: Your Facebook connection ends in 1 day';
    beforeEach(() => db.run('UPDATE accounts SET expires_at = ? WHERE id = 1', [Date.now() + DAY_MS / 2]));

    it('is given by the next round when the database was away', async () => {
      loseNextMail();
      await expect(services.get(ExpiryWarnings).send()).rejects.toThrow(DatabaseAway);
      await services.get(ExpiryWarnings).send();
      await services.get(ExpiryWarnings).send();
      expect(await mails()).toEqual([WARNED]);
    });

    it('is given once by two processes', async () => {
      await Promise.all([services, process()].map((each) => each.get(ExpiryWarnings).send()));
      expect(await mails()).toEqual([WARNED]);
    });
  });

  describe('a pause', () => {
    it.each([
      ['a publication', due, () => services.get(Publisher).publish(1)],
      ['a first comment', commented, () => comment(services)],
      ['the daily check', toBeChecked, () => check(process())],
    ])('by %s is told with the next try when the database was away', async (_what, begin, tryIt) => {
      await begin();
      loseNextMail();
      await tryIt();
      expect([await paused(), await mails()]).toEqual([0, []]);
      await begin();
      await tryIt();
      await begin();
      await tryIt();
      expect([await paused(), await mails()]).toEqual([1, [PAUSED]]);
    });

    it('is told once when two processes find it', async () => {
      await toBeChecked();
      await due();
      await Promise.all([services.get(Publisher).publish(1), check(process())]);
      expect(await mails()).toEqual([PAUSED]);
    });

    it('is told of an account that only waited for a limit to end', async () => {
      await commented();
      await db.run("UPDATE accounts SET paused_reason = 'Too many.', resumes_at = 1 WHERE id = 1");
      await comment(services);
      expect([await paused(), await mails()]).toEqual([1, [PAUSED]]);
    });

    it('of withdrawn access is told to each user, and to none if it is undone', async () => {
      await db.run("UPDATE accounts SET meta_user_id = '77'");
      loseNextMail();
      await expect(services.get(WithdrawnAccess).pause('77', [])).rejects.toThrow(DatabaseAway);
      expect([await paused(), await mails()]).toEqual([0, []]);
      await services.get(WithdrawnAccess).pause('77', []);
      await services.get(WithdrawnAccess).pause('77', []);
      const ofUsers = [1, 2].map((n) => `user${n}@example.com: Pagecast is paused: reconnect Facebook`);
      expect([await paused(), await mails()]).toEqual([2, ofUsers]);
    });
  });

  async function due(): Promise<void> {
    await db.run('DELETE FROM posts');
    await addPosts(db, { count: 1, accounts: 1, dueAt: Date.now() - 1000 });
    await bringUpToDate(db);
    await db.run('UPDATE accounts SET held_until = NULL, held_by = NULL');
  }

  async function commented(): Promise<void> {
    await due();
    await db.run(
      `UPDATE posts SET status = 'published', due_at = NULL, remote_id = '9', published_at = 1, stored_at = 1,
              first_comment = 'Read more', first_comment_status = 'waiting', first_comment_due_at = 1,
              first_comment_session = ?`,
      [JSON.stringify(commentSession())],
    );
  }

  async function toBeChecked(): Promise<void> {
    await db.run('UPDATE accounts SET next_check_at = 1 WHERE id = 1');
  }

  async function comment(of: Container): Promise<void> {
    const row = await db.row<{ id: number }>('SELECT id FROM posts');
    await of.get(Commenter).work(row?.id ?? 0, 'this process', new AbortController().signal);
  }

  async function check(of: Container): Promise<void> {
    const monitor = of.get(AccountMonitor);
    monitor.onApplicationBootstrap();
    await monitor.round();
    monitor.beforeApplicationShutdown();
  }
});
