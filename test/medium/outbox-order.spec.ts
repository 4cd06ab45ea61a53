import { SchedulerRegistry } from '@nestjs/schedule';
import type { DataSource } from 'typeorm';
import { Clock } from '../../backend/common/time/clock';
import { Counts } from '../../backend/common/metrics/counts';
import type { Config } from '../../backend/config/config';
import { SecretCipher } from '../../backend/config/secret-cipher';
import type { Database } from '../../backend/database/database';
import { Outbox } from '../../backend/ports/mail/outbox';
import { eachDatabase, openDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { insertRows } from '../support/many-accounts';
import { Explainer } from '../support/query-plans';
import { ScriptedMailer } from '../support/scripted-mailer';

jest.setTimeout(60_000);

const HOUR_MS = 3_600_000;
const AT_ONCE = 8;
const MANY = 20_000;

const mail = (subject: string) => ({ to: 'ada@example.com', subject, text: 'x', html: 'x' });

eachDatabase((name, makeConfig) => {
  let dataSource: DataSource;
  let db: Database;
  let outbox: Outbox;
  let mailer: ScriptedMailer;

  beforeAll(async () => {
    ({ dataSource, db } = await openDatabase(await makeConfig()));
  });
  afterAll(() => dataSource.destroy());
  beforeEach(() => {
    const clock = new Clock();
    mailer = new ScriptedMailer(clock);
    const cipher = new SecretCipher({ jwt: '', encryption: [Buffer.alloc(32, 7)] });
    const config = { shutdownGraceMs: 5_000 } as Config;
    outbox = new Outbox(mailer, db, cipher, clock, new SchedulerRegistry(), new Counts(), config);
  });
  afterEach(async () => {
    outbox.onModuleDestroy();
    await outbox.beforeApplicationShutdown();
    await db.run('DELETE FROM mails');
  });

  const sent = () => Promise.resolve(mailer.tries.map(({ subject }) => subject));

  it('sends what is of use for an hour before notices that have waited longer', async () => {
    const notices = Array.from({ length: 30 }, (_, n) => outbox.keeping(mail(`Notice ${n}`)));
    await db.atomically(notices);
    await db.atomically([outbox.keeping(mail('A link'), { usefulMs: HOUR_MS })]);
    outbox.onApplicationBootstrap();
    const subjects = await eventually(sent, ({ length }) => length === 31);
    expect(subjects.indexOf('A link')).toBe(0);
    const order = subjects.slice(1).map((subject) => Number(subject.replace('Notice ', '')));
    // In their order, but for those that are under way together.
    for (const [place, n] of order.entries()) expect(Math.abs(place - n)).toBeLessThan(2 * AT_ONCE);
  });

  it('finds what is due by an index, however many mails wait for another try', async () => {
    const now = Date.now();
    const row = { sealed: 'x', created_at: now, tries: 3, expires_at: now + 24 * HOUR_MS };
    await insertRows(db, 'mails', MANY, (n) => ({ ...row, due_at: now + HOUR_MS + n, is_urgent: n % 2 }));
    if (name === 'MariaDB') await dataSource.query('ANALYZE TABLE mails');
    const plans = new Explainer(db, name);
    await db.atomically([outbox.keeping(mail('Notice'))]);
    outbox.onApplicationBootstrap();
    await eventually(sent, ({ length }) => length === 1);
    await eventually(
      () => db.rows('SELECT id FROM mails WHERE due_at <= ?', [now + HOUR_MS - 1]),
      ({ length }) => length === 0,
    );
    plans.stop();
    const looks = plans.plans.filter(({ sql }) => /^select .*from .mails/i.test(sql));
    expect(looks.length).toBeGreaterThanOrEqual(3);
    expect(plans.scansOf(['mails'])).toEqual([]);
    for (const { text } of looks) expect(text).not.toMatch(/filesort|TEMP B-TREE/);
  });
});
