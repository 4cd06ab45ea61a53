import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { SEALED_TOKENS } from '../../backend/accounts/accounts.service';
import { Clock } from '../../backend/common/time/clock';
import { SecretCipher } from '../../backend/config/secret-cipher';
import { Secrets } from '../../backend/config/secrets';
import type { Database } from '../../backend/database/database';
import { KeyRotation } from '../../backend/database/key-rotation';
import { Mailer } from '../../backend/ports/mail/mailer';
import { Outbox, SEALED_MAILS } from '../../backend/ports/mail/outbox';
import { Commenter } from '../../backend/publishing/first-comments/commenter';
import { Publisher } from '../../backend/publishing/publisher/publisher';
import type { Container } from '../simulation/container';
import { eventually } from '../support/client';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, addPosts, bringUpToDate, pageOf } from '../support/many-accounts';
import { SECRETS, servicesOn } from '../support/services';

const MAIL = { to: 'ada@example.com', subject: 'S', text: 'T', html: 'H' };
const NEW = Buffer.alloc(32, 9);

/** One process has a new key, and has sealed everything with it; the other was not restarted yet. */
eachDatabase((_name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let sent: number;
  let ahead: number;
  let before: Container;
  let restarted: Container;
  let lines: unknown[][];

  beforeEach(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    [sent, ahead, lines] = [0, 0, []];
    await addAccounts(db, 1);
    await addPosts(db, { count: 1, accounts: 1, dueAt: Date.now() - 1000 });
    await bringUpToDate(db);
    const log = (...args: unknown[]) => void lines.push(args);
    for (const level of ['error', 'warn'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation(log);
    before = processWith(...SECRETS.encryption);
    restarted = processWith(NEW, ...SECRETS.encryption);
    await db.atomically([before.get(Outbox).keeping(MAIL)]);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await dataSource.destroy();
  });

  const processWith = (...encryption: Buffer[]) =>
    servicesOn({
      db,
      dataSource,
      more: [
        [Secrets, { ...SECRETS, encryption }],
        [Clock, { now: () => Date.now() + ahead }],
        [Mailer, { send: () => Promise.resolve(++sent) }],
      ],
    });

  async function reseal(): Promise<void> {
    const rotation = restarted.get(KeyRotation);
    for (const column of [...SEALED_TOKENS, SEALED_MAILS]) rotation.include(column);
    await rotation.onApplicationBootstrap();
  }

  const account = () => db.row('SELECT paused_reason FROM accounts');
  const post = () => db.row<{ id: number; tries: number }>('SELECT id, status, tries FROM posts');

  it('leaves a post to the process that can read its token, and pauses nothing', async () => {
    await reseal();
    await before.get(Publisher).publish(1);
    await db.run('UPDATE posts SET due_at = 1');
    await db.run('UPDATE accounts SET next_due_at = 1');
    await before.get(Publisher).publish(1);
    expect(await account()).toEqual({ paused_reason: null });
    expect(await post()).toMatchObject({ status: 'scheduled', tries: 0 });
    expect(lines).toHaveLength(1);
    await db.run('UPDATE posts SET due_at = 1');
    await db.run('UPDATE accounts SET next_due_at = 1');
    await restarted.get(Publisher).publish(1);
    expect(await post()).toMatchObject({ status: 'published' });
  });

  it('pauses the account of a token that is damaged under a key that it has', async () => {
    const [{ mark }] = [before.get(SecretCipher)];
    await db.run('UPDATE accounts SET token = ?', [`${mark}AAAA`]);
    await before.get(Publisher).publish(1);
    expect(await account()).toEqual({ paused_reason: expect.stringMatching(/access token cannot be used/) });
  });

  it('lets a first comment wait', async () => {
    const session = JSON.stringify({ accountId: pageOf(1), since: Date.now() });
    await db.run(
      `UPDATE posts SET status = 'published', due_at = NULL, remote_id = '9', published_at = 1, stored_at = 1,
              first_comment = 'Read', first_comment_status = 'waiting', first_comment_due_at = 1,
              first_comment_session = ?`,
      [session],
    );
    await reseal();
    const { id = 0 } = (await post()) ?? {};
    await before.get(Commenter).work(id, 'this process', new AbortController().signal);
    expect(await db.row('SELECT first_comment_status AS status FROM posts')).toEqual({ status: 'waiting' });
  });

  it('keeps a mail that it cannot read for the process that can', async () => {
    await reseal();
    const mails = () => db.rows<{ tries: number; due_at: number }>('SELECT tries, due_at FROM mails');
    const [outbox, other] = [before.get(Outbox), restarted.get(Outbox)];
    outbox.onApplicationBootstrap();
    outbox.wake();
    const [kept] = await eventually(mails, ([row]) => row?.tries === 0 && row.due_at > Date.now() + 60_000);
    expect([kept, lines.length, sent]).toEqual([{ tries: 0, due_at: expect.any(Number) }, 1, 0]);
    await outbox.beforeApplicationShutdown();
    ahead = 10 * 60_000;
    other.onApplicationBootstrap();
    other.wake();
    await eventually(mails, (rows) => rows.length === 0);
    await other.beforeApplicationShutdown();
    expect(sent).toBe(1);
  });
});
