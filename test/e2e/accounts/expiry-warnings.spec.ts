import { AccountMonitor } from '../../../backend/accounts/checks/account-monitor';
import { Database, type SqlValue } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { metaError } from '../../support/fake-graph';
import { mailsOf, type ReadMail } from '../../support/mails';
import { addPage, connectPage } from '../../support/pages';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const app = useApp();
afterEach(() => {
  app.clock.reset();
});

const round = () => app.running.nest.get(AccountMonitor).round();
const sql = (text: string, params: SqlValue[]) => app.running.nest.get(Database).run(text, params);
const accountsOf = async (user: Client): Promise<any[]> => (await user.get('/api/accounts')).body;

/** Waits until there are so many, and a little longer: one too many is to be seen. */
async function mailsTo(user: Client, count: number): Promise<ReadMail[]> {
  const read = async () =>
    (await mailsOf(app.dir)).filter((mail) => mail.header('to')?.includes(user.user.email));
  await eventually(read, (mails) => mails.length >= count);
  await new Promise((resolve) => setTimeout(resolve, 150));
  const mails = await read();
  expect(mails.map((mail) => mail.header('subject'))).toHaveLength(count);
  return mails;
}

const subjectsTo = async (user: Client, count: number) =>
  (await mailsTo(user, count)).map((mail) => mail.header('subject'));

it('shows both clocks of each account as the network tells them', async () => {
  const seconds = (days: number) => Math.floor((Date.now() + days * DAY) / 1000);
  const [expiresAt, dataAccessExpiresAt] = [seconds(50), seconds(80)];
  const iso = (at: number) => new Date(at * 1000).toISOString();
  const user = await app.users.subscriber();
  await connectPage(user, addPage(app, { expiresAt, dataAccessExpiresAt }));
  await connectPage(user, addPage(app, { dataAccessExpiresAt }));
  const ends = (await accountsOf(user)).map((each) => [each.expires_at, each.data_access_expires_at]);
  const both = [iso(expiresAt), iso(dataAccessExpiresAt)];
  expect(ends).toEqual([both, both, [null, both[1]], [null, both[1]]]);
  expect((await user.get('/api/user/connection')).body.facebook.expires_at).toBe(both[0]);
});

it('warns of the end of the access to data at 7, 3 and 1 days, once each', async () => {
  const user = await app.users.subscriber();
  const page = addPage(app);
  await connectPage(user, page);
  const ends = Date.now() + 10 * DAY;
  await sql('UPDATE sessions SET expires_at = expires_at + ?', [10 * DAY]);
  // Looked at in the future already, so that the daily look does not come in between.
  await sql('UPDATE accounts SET data_access_expires_at = ?, next_check_at = ? WHERE user_id = ?', [
    ends,
    ends + 2 * DAY,
    user.user.id,
  ]);
  const at = async (daysBefore: number) => {
    app.clock.ahead = ends - daysBefore * DAY - Date.now();
    await round();
    await round();
  };
  await at(7.1);
  await mailsTo(user, 0);
  for (const [n, days] of [6.9, 2.9, 0.9].entries()) {
    await at(days);
    await mailsTo(user, n + 1);
  }
  await at(-1);
  const mails = await mailsTo(user, 3);
  expect(mails.map((mail) => mail.header('subject')).sort()).toEqual(
    ['1 day', '3 days', '7 days'].map((left) => `Your Facebook and Instagram data access ends in ${left}`),
  );
  for (const { text } of mails) {
    expect(text).toContain(`${page.name} (Facebook) and ${page.igUsername} (Instagram)`);
    expect(text).toContain('/dashboard/settings');
  }
});

it('warns of each account on its own, by its name, also of one that is no default', async () => {
  const user = await app.users.subscriber();
  const [first, second] = [addPage(app), addPage(app)];
  for (const page of [first, second]) await connectPage(user, page, { instagram: false });
  const [one, other] = await accountsOf(user);
  const set = (id: number, column: string, days: number) =>
    sql(`UPDATE accounts SET ${column} = ? WHERE id = ?`, [Date.now() + days * DAY, id]);
  await set(other.id, 'expires_at', 2.5);
  await round();
  expect(await subjectsTo(user, 1)).toEqual([`Your ${second.name} (Facebook) connection ends in 3 days`]);
  await set(one.id, 'expires_at', 6);
  await set(other.id, 'data_access_expires_at', 0.5);
  await round();
  await round();
  expect((await subjectsTo(user, 3)).sort()).toEqual([
    `Your ${first.name} (Facebook) connection ends in 7 days`,
    `Your ${second.name} (Facebook) connection ends in 3 days`,
    `Your ${second.name} (Facebook) data access ends in 1 day`,
  ]);
});

it('warns anew when a new token ends at another time, and not of an account that was removed', async () => {
  const user = await app.users.subscriber();
  const page = addPage(app, { expiresAt: Math.floor((Date.now() + 6 * DAY) / 1000) });
  await connectPage(user, page, { instagram: false });
  await round();
  await mailsTo(user, 1);
  await connectPage(user, page, { instagram: false });
  await round();
  await mailsTo(user, 1);
  app.fake.addPage({ ...page, expiresAt: Math.floor((Date.now() + 5 * DAY) / 1000) });
  await connectPage(user, page, { instagram: false });
  await round();
  await mailsTo(user, 2);
  app.clock.ahead = 3 * DAY;
  const [{ id }] = await accountsOf(user);
  await user.delete(`/api/accounts/${id}`);
  await round();
  await mailsTo(user, 2);
});

it('checks every account daily, and mails the names of those that were refused', async () => {
  const user = await app.users.subscriber();
  const pages = [addPage(app), addPage(app), addPage(app)];
  for (const page of pages) await connectPage(user, page);
  app.fake.revoke(pages[2]!.token, 463, 'Error validating access token: Session has expired.');
  app.clock.ahead = DAY + 1000;
  await round();
  expect((await accountsOf(user)).map(({ status }) => status)).toEqual([
    ...Array<string>(4).fill('connected'),
    'paused',
    'paused',
  ]);
  const [mail] = await mailsTo(user, 1);
  expect(mail!.header('subject')?.replace(/\s+/g, ' ')).toBe(
    `Pagecast is paused: reconnect ${pages[2]!.name} (Facebook) and ${pages[2]!.igUsername} (Instagram)`,
  );
});

it.each([
  ['a token', 'expires_at', 'expiresAt'],
  ['the access to data', 'data_access_expires_at', 'dataAccessExpiresAt'],
])('keeps the end of %s when a check cannot read it', async (_name, shown, given) => {
  const user = await app.users.subscriber();
  const page = addPage(app, { [given]: Math.floor((Date.now() + 80 * DAY) / 1000) });
  await connectPage(user, page, { instagram: false });
  const [account] = await accountsOf(user);
  expect(account[shown]).toEqual(expect.any(String));
  const check = async () => (await user.post(`/api/accounts/${account.id}/check`)).body;
  app.fake.fault({ on: 'debug_token', times: 9, do: metaError(2, null, 'Later') });
  expect(await check()).toMatchObject({ status: 'connected', [shown]: account[shown] });
  app.fake.clearFaults();
  app.fake.addPage({ ...page, [given]: 0 });
  expect(await check()).toMatchObject({ status: 'connected', [shown]: null });
});
