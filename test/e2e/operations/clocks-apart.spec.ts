import { Database } from '../../../backend/database/database';
import { DatabaseTime } from '../../../backend/database/database-time';
import { Mailer, type Mail } from '../../../backend/ports/mail/mailer';
import { Outbox } from '../../../backend/ports/mail/outbox';
import { databaseEnv, startTestApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { onMariadb } from '../../support/databases';

const APART_MS = 90_000;

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
