import { AccountMonitor } from '../../../backend/accounts/checks/account-monitor';
import { AccountPictures } from '../../../backend/accounts/connection/account-pictures';
import { Database, type SqlValue } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { metaError, type PageSpec } from '../../support/fake-graph';
import { mailsOf, type ReadMail } from '../../support/mails';
import { fixture } from '../../support/media';
import { nowToPost } from '../../support/post-times';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

// Days pass here while posts wait.
const app = useApp({ env: { MISSED_AFTER_MINUTES: '100000' } });
let pages = 0;
beforeAll(() => {
  // It asks the network once a minute, beside the calls that are counted here.
  jest.spyOn(app.running.nest.get(AccountPictures), 'round').mockResolvedValue();
});
afterEach(() => {
  app.clock.reset();
  app.fake.clearFaults();
});

const round = () => app.running.nest.get(AccountMonitor).round();
const sql = (text: string, params: SqlValue[]) => app.running.nest.get(Database).run(text, params);
const connection = async (user: Client) => (await user.get('/api/user/connection')).body;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until there are so many, and a little longer: one too many is to be seen. */
async function mailsTo(user: Client, count: number): Promise<ReadMail[]> {
  const read = async () =>
    (await mailsOf(app.dir)).filter((mail) => mail.header('to')?.includes(user.user.email));
  await eventually(read, (mails) => mails.length >= count);
  await pause(150);
  const mails = await read();
  expect(mails.map((mail) => mail.header('subject'))).toHaveLength(count);
  return mails;
}

/** Somebody with a page of their own, and an Instagram account beside it unless it says no. */
async function connected({ instagram = true } = {}) {
  const n = ++pages;
  const page: PageSpec = {
    id: `60060060060060${n}`,
    name: `Page ${n}`,
    token: `EAAB_CANARY_care_${n}`,
    igId: `1784140000000010${n}`,
  };
  app.fake.addPage(page);
  const user = await app.users.subscriber();
  const { status } = await user.put('/api/user/facebook-settings', {
    access_token: page.token,
    page_id: page.id,
    instagram_page_id: instagram ? page.igId : '',
  });
  expect(status).toBe(200);
  return { user, page };
}

const EXPIRED = 'Error validating access token: Session has expired.';

describe('the daily look', () => {
  it('pauses both accounts of a revoked token and writes one mail, without the token', async () => {
    const { user, page } = await connected();
    app.fake.revoke(page.token, 463, EXPIRED);
    await round();
    expect((await connection(user)).facebook.status).toBe('connected');

    app.clock.ahead = DAY + 1000;
    await round();
    const paused = { status: 'paused', paused_reason: expect.stringMatching(/expired/i), resumes_at: null };
    expect(await connection(user)).toMatchObject({ facebook: paused, instagram: paused });
    const [mail] = await mailsTo(user, 1);
    expect(mail!.header('subject')).toMatch(/Facebook and Instagram/);
    expect(mail!.text).toMatch(/expired/i);
    expect(mail!.text).toContain('/dashboard/settings');
    expect(mail!.raw + mail!.text + mail!.html).not.toContain('CANARY');

    await round();
    app.clock.forward(DAY + 1000);
    await round();
    await mailsTo(user, 1);
  });

  it('leaves a good connection alone, and one that could not be asked', async () => {
    const { user } = await connected();
    app.clock.ahead = DAY + 1000;
    await round();
    app.fake.fault({ on: 'me', times: 99, do: { cut: 'before' } });
    app.clock.forward(DAY + 1000);
    await round();
    expect(await connection(user)).toMatchObject({
      facebook: { status: 'connected' },
      instagram: { status: 'connected' },
    });
    await mailsTo(user, 0);
  });

  it('asks again within minutes where Meta takes no calls of the token for now', async () => {
    const { user, page } = await connected();
    app.fake.fault({
      on: 'me',
      times: 99,
      do: metaError(613, null, 'Calls to this api have exceeded the rate limit.'),
    });
    app.clock.ahead = DAY + 1000;
    await round();
    app.fake.clearFaults();
    app.fake.revoke(page.token, 463, EXPIRED);
    app.clock.forward(HOUR);
    await round();
    expect((await connection(user)).facebook.status).toBe('paused');
  });

  it('verifies within minutes what was saved while the network was away', async () => {
    app.fake.fault({ on: 'me', times: 99, do: { cut: 'before' } });
    const { user, page } = await connected();
    expect((await connection(user)).facebook.status).toBe('unverified');
    app.clock.ahead = 5 * 60_000;
    await round();
    app.fake.clearFaults();
    await round();
    expect((await connection(user)).facebook.status).toBe('unverified');
    app.clock.forward(5 * 60_000);
    await round();
    expect(await connection(user)).toMatchObject({
      facebook: { status: 'connected', name: page.name },
      instagram: { status: 'connected' },
    });
    await mailsTo(user, 0);
  });

  it('asks a connection once a day', async () => {
    const { page } = await connected();
    const asked = () => app.fake.history().filter((call) => call.page === page.id).length;
    const before = asked();
    app.clock.ahead = DAY / 2;
    await round();
    expect(asked()).toBe(before);
    app.clock.ahead = DAY + 1000;
    await round();
    const after = asked();
    expect(after).toBeGreaterThan(before);
    await round();
    expect(asked()).toBe(after);
  });

  it('writes no mail about a rate limit that runs on', async () => {
    const { user } = await connected();
    app.clock.ahead = DAY + 1000;
    await sql(
      "UPDATE accounts SET paused_reason = 'Too many calls.', resumes_at = ? WHERE user_id = ? AND network = 'facebook'",
      [app.clock.now() + HOUR, user.user.id],
    );
    await round();
    expect((await connection(user)).facebook).toMatchObject({
      status: 'paused',
      paused_reason: 'Too many calls.',
    });
    await mailsTo(user, 0);
  });

  it('asks again once a rate limit is over, and pauses what is refused then', async () => {
    const { user, page } = await connected({ instagram: false });
    await sql("UPDATE accounts SET paused_reason = 'Too many calls.', resumes_at = ? WHERE user_id = ?", [
      app.clock.now() + HOUR,
      user.user.id,
    ]);
    app.fake.revoke(page.token, 463, EXPIRED);
    app.clock.ahead = DAY + 1000;
    expect((await connection(user)).facebook.status).toBe('connected');
    await round();
    expect((await connection(user)).facebook).toMatchObject({
      status: 'paused',
      paused_reason: expect.stringMatching(/expired/i),
      resumes_at: null,
    });
    await mailsTo(user, 1);
  });

  it('writes anew when a token was replaced and refused again', async () => {
    const { user, page } = await connected({ instagram: false });
    app.fake.revoke(page.token, 463, EXPIRED);
    app.clock.ahead = DAY + 1000;
    await round();
    const [mail] = await mailsTo(user, 1);
    expect(mail!.header('subject')).not.toMatch(/Instagram/);
    app.fake.restore(page.token);
    await user.put('/api/user/facebook-settings', { access_token: page.token, page_id: page.id });
    expect((await connection(user)).facebook.status).toBe('connected');
    app.fake.revoke(page.token, 463, EXPIRED);
    app.clock.forward(DAY + 1000);
    await round();
    await mailsTo(user, 2);
  });
});

describe('before the expiry', () => {
  const subjects = async (user: Client, count: number) =>
    (await mailsTo(user, count)).map((mail) => mail.header('subject'));

  it('writes at 7, 3 and 1 days, once each, for both accounts together', async () => {
    const { user } = await connected();
    const expires = Date.now() + 10 * DAY;
    // By then a session would have ended, and housekeeping could come by and delete them all.
    await sql('UPDATE sessions SET expires_at = expires_at + ?', [10 * DAY]);
    // Looked at in the future already, so that the daily look does not come in between.
    await sql('UPDATE accounts SET expires_at = ?, next_check_at = ? WHERE user_id = ?', [
      expires,
      expires + 2 * DAY,
      user.user.id,
    ]);
    const at = async (daysBefore: number) => {
      app.clock.ahead = expires - daysBefore * DAY - Date.now();
      await round();
      await round();
    };
    for (const days of [9, 7.5]) await at(days);
    await mailsTo(user, 0);
    // Each is waited for: a mail that is not sent within a day of this clock is given up.
    await at(6.9);
    await mailsTo(user, 1);
    for (const days of [5, 3.1, 2.9]) await at(days);
    await mailsTo(user, 2);
    for (const days of [1.5, 0.9]) await at(days);
    await mailsTo(user, 3);
    for (const days of [0.1, -1]) await at(days);
    const found = await subjects(user, 3);
    expect(found.map((subject) => /ends in (\d days?)/.exec(subject ?? '')?.[1]).sort()).toEqual([
      '1 day',
      '3 days',
      '7 days',
    ]);
    for (const subject of found) expect(subject).toMatch(/Facebook and Instagram/);
  });

  it('writes only the nearest when it comes late', async () => {
    const { user } = await connected({ instagram: false });
    await sql('UPDATE accounts SET expires_at = ? WHERE user_id = ?', [Date.now() + DAY / 2, user.user.id]);
    await round();
    expect(await subjects(user, 1)).toEqual([expect.stringMatching(/Facebook connection ends in 1 day$/)]);
  });
});

describe('a publication that meets a refused token', () => {
  it('pauses the account with one mail although two posts are due, and both go out after reconnecting', async () => {
    const { user, page } = await connected({ instagram: false });
    app.fake.revoke(page.token, 463, EXPIRED);
    const titles = ['first', 'second'].map((title) => `${title} ${page.id}`);
    for (const title of titles)
      await user.upload('/api/videos', [fixture('portrait.mp4')], {
        titles: [title],
        scheduled_for: [(await nowToPost()).toISOString()],
      });
    await eventually(
      () => connection(user),
      ({ facebook }) => facebook.status === 'paused',
    );
    const [mail] = await mailsTo(user, 1);
    expect(mail!.raw + mail!.text + mail!.html).not.toContain('CANARY');
    await pause(2500);
    const { body } = await user.get('/api/videos?range=[0,9]');
    expect(body.map(({ status }: any) => status)).toEqual(['pending', 'pending']);
    app.clock.ahead = DAY + 1000;
    await round();
    await mailsTo(user, 1);
    app.clock.reset();

    app.fake.restore(page.token);
    await user.put('/api/user/facebook-settings', { access_token: page.token, page_id: page.id });
    await eventually(
      () => user.get('/api/videos?range=[0,9]'),
      (answer) => answer.body.every(({ status }: any) => status === 'published'),
    );
    expect(app.fake.published().filter(({ caption }) => titles.includes(caption))).toHaveLength(2);
    await mailsTo(user, 1);
  });
});
