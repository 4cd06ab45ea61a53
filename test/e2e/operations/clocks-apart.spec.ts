import { ActivityHousekeeping } from '../../../backend/activity/activity-housekeeping';
import { AuthHousekeeping } from '../../../backend/auth/auth-housekeeping';
import { Database } from '../../../backend/database/database';
import { DatabaseTime } from '../../../backend/database/database-time';
import { Mailer, type Mail } from '../../../backend/ports/mail/mailer';
import { Outbox } from '../../../backend/ports/mail/outbox';
import { databaseEnv, startTestApp, type TestApp } from '../../support/app';
import { Client } from '../../support/client';
import { eventually } from '../../support/eventually';
import { onMariadb } from '../../support/databases';

/** Longer than anything of a sign-in is kept. */
const APART_MS = 200 * 86_400_000;

onMariadb('two processes whose clocks are apart', (makeConfig) => {
  const apps: TestApp[] = [];
  const [first, second] = [() => apps[0] as TestApp, () => apps[1] as TestApp];

  beforeAll(async () => {
    const env = databaseEnv(await makeConfig());
    apps.push(await startTestApp({ env, databaseKeepsTime: true }));
    apps.push(await startTestApp({ env, fake: first().fake, databaseKeepsTime: true }));
    second().clock.forward(APART_MS);
    for (const app of apps) {
      const time = app.running.nest.get(DatabaseTime);
      // One that took too long is not used.
      await eventually(
        () => time.measure().then(() => Math.abs(time.now() - Date.now())),
        (apart) => apart < APART_MS / 2,
      );
    }
  });
  afterAll(async () => {
    for (const app of apps.reverse()) await app.end();
  });

  it('count wrong logins together', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      const { client } = apps[n % 2] as TestApp;
      const wrong = { email: 'nobody@example.com', password: 'a guess' };
      statuses.push((await client.post('/api/auth/login', wrong)).status);
    }
    expect(statuses).toEqual([...new Array<number>(10).fill(401), 429, 429]);
  });

  it('end no sign-in of each other, and know each other’s', async () => {
    const { nest } = first().running;
    const user = await first().client.register();
    await first().client.post('/api/auth/forgot-password', { email: user.user.email });
    const db = nest.get(Database);
    await db.insert('sign_in_challenges', {
      token_hash: 'x'.repeat(64),
      user_id: user.user.id,
      expires_at: nest.get(DatabaseTime).now() + 300_000,
    });
    const tables = ['sessions', 'sign_in_challenges', 'reset_links', 'known_addresses', 'activity'];
    const counts = async () =>
      (await Promise.all(tables.map((table) => db.rows(`SELECT * FROM ${table}`)))).map(
        ({ length }) => length,
      );
    const before = await eventually(counts, (all) => all.every((count) => count > 0));

    await second().running.nest.get(AuthHousekeeping).tidy();
    await second().running.nest.get(ActivityHousekeeping).tidy();
    expect(await counts()).toEqual(before);

    const elsewhere = new Client(second().url, user.token);
    expect((await elsewhere.get('/api/user')).status).toBe(200);
    const late = await second().client.register();
    expect((await new Client(first().url, late.token).get('/api/user')).status).toBe(200);
    const ends = await db.rows<{ at: number }>('SELECT expires_at AS at FROM sessions');
    const week = Date.now() + 7 * 86_400_000;
    for (const { at } of ends) expect(Math.abs(at - week)).toBeLessThan(3_600_000);
  });

  it('send a mail once, however long the server takes', async () => {
    const sent: string[] = [];
    let taken = (): void => undefined;
    const isTaken = new Promise<void>((resolve) => (taken = resolve));
    for (const app of apps)
      app.running.nest.get(Mailer).send = ({ subject }: Mail) => {
        sent.push(subject);
        return subject === 'slow' ? isTaken : Promise.resolve();
      };
    const post = async ({ running: { nest } }: TestApp, subject: string) => {
      const mail = { to: 'a@example.com', subject, text: '', html: '' };
      await nest.get(Database).atomically([nest.get(Outbox).keeping(mail)]);
      nest.get(Outbox).wake();
    };
    const all = (subjects: string[]) =>
      eventually(
        () => Promise.resolve(sent.length),
        (count) => count >= subjects.length,
      ).then(() => expect(sent).toEqual(subjects));
    try {
      await post(first(), 'slow');
      await all(['slow']);
      // Its process looks for what is due, and would find the other one first.
      await post(second(), 'quick');
      await all(['slow', 'quick']);
    } finally {
      taken();
    }
  });
});
