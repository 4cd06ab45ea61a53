import { AccountMonitor } from '../../../backend/accounts/checks/account-monitor';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import type { PageSpec } from '../../support/fake-graph';
import { mailsOf } from '../../support/mails';

const DAY_MS = 86_400_000;
const INVALIDATED = 'The session has been invalidated because the user changed the password.';

const app = useApp();
let admin: Client;
let pages = 0;
beforeAll(async () => {
  admin = await app.users.admin();
});
afterEach(() => {
  app.clock.reset();
});

function newPage(name: string): Required<Pick<PageSpec, 'id' | 'token' | 'igId'>> & PageSpec {
  const n = ++pages;
  const page = {
    id: `70070070070070${n}`,
    name,
    token: `EAAB_RACE_${n}_`,
    userToken: `EAAB_RACE_USER_${n}_`,
    igId: `1784140000000020${n}`,
  };
  app.fake.addPage(page);
  return page;
}

const connection = async (user: Client) => (await user.get('/api/user/connection')).body;

async function connect(user: Client, page: PageSpec): Promise<void> {
  const settings = { access_token: page.token, page_id: page.id, instagram_page_id: page.igId };
  expect((await user.put('/api/user/facebook-settings', settings)).status).toBe(200);
}

async function connected(page: PageSpec): Promise<Client> {
  const user = await app.users.newcomer();
  await connect(user, page);
  return user;
}

/** The next call of that name is answered only after `meanwhile`. */
function holdNext(name: string, meanwhile: () => Promise<unknown>): void {
  const forget = app.fake.onCall(name, async () => {
    forget();
    await meanwhile();
  });
}

const pausePage = (user: Client, reason: string, resumesAt: number | null = null) =>
  app.running.nest
    .get(Database)
    .run("UPDATE accounts SET paused_reason = ?, resumes_at = ? WHERE user_id = ? AND network = 'facebook'", [
      reason,
      resumesAt,
      user.user.id,
    ]);

const byButton = async (user: Client) => {
  const { status } = await user.post('/api/user/connection/check');
  expect(status).toBe(200);
};
const byRound = async ({ user }: Client) => {
  app.clock.ahead = DAY_MS + 1000;
  // Nobody else is looked at, so that the call that is held is of this user's check.
  const now = app.clock.now();
  await app.running.nest
    .get(Database)
    .run('UPDATE accounts SET next_check_at = ? WHERE user_id <> ?', [now + DAY_MS, user.id]);
  await app.running.nest.get(AccountMonitor).round();
};

describe.each([
  ['the button', byButton],
  ['the daily round', byRound],
])('while a check by %s is under way', (_name, check) => {
  it.each(['me', 'debug_token'])(
    'keeps another page that is saved meanwhile (%s answers late)',
    async (call) => {
      const [first, second] = [newPage('First'), newPage('Second')];
      const user = await connected(first);
      holdNext(call, () => connect(user, second));
      await check(user);
      expect(await connection(user)).toMatchObject({
        facebook: { status: 'connected', id: second.id, name: 'Second' },
        instagram: { status: 'connected', id: second.igId },
      });
      // The next check speaks with the token that was saved last.
      expect((await user.post('/api/user/connection/check')).body.facebook.id).toBe(second.id);
    },
  );

  it('keeps a connection ended that is ended meanwhile', async () => {
    const page = newPage('Left');
    const user = await connected(page);
    holdNext('me', () => user.put('/api/user/facebook-settings', { page_id: '' }));
    await check(user);
    expect(await connection(user)).toMatchObject({
      facebook: { status: 'missing' },
      instagram: { status: 'missing' },
    });
  });

  it('keeps an Instagram account away that is removed meanwhile', async () => {
    const page = newPage('Half');
    const user = await connected(page);
    holdNext('me', () => user.put('/api/user/facebook-settings', { instagram_page_id: '' }));
    await check(user);
    expect(await connection(user)).toMatchObject({
      facebook: { status: 'connected', id: page.id },
      instagram: { status: 'missing' },
    });
  });

  it('does not pause a new token for the refusal of the old one, and sends no mail', async () => {
    const [old, fresh] = [newPage('Old'), newPage('Fresh')];
    const user = await connected(old);
    app.fake.revoke(old.token, 460, INVALIDATED);
    holdNext('me', () => connect(user, fresh));
    await check(user);
    expect(await connection(user)).toMatchObject({
      facebook: { status: 'connected', id: fresh.id, paused_reason: null },
      instagram: { status: 'connected', paused_reason: null },
    });
    const mails = (await mailsOf(app.dir)).filter((mail) => mail.header('to')?.includes(user.user.email));
    expect(mails).toEqual([]);
  });

  it('keeps a pause that begins meanwhile, although the token is good', async () => {
    const page = newPage('Refused');
    const user = await connected(page);
    holdNext('me', () => pausePage(user, 'It may not post.'));
    await check(user);
    expect(await connection(user)).toMatchObject({
      facebook: { status: 'paused', paused_reason: 'It may not post.', resumes_at: null },
      instagram: { status: 'connected' },
    });
  });

  it('keeps a pause that replaces a wait meanwhile', async () => {
    const page = newPage('Waited');
    const user = await connected(page);
    await pausePage(user, 'Too many calls.', app.clock.now() + 60_000);
    holdNext('me', () => pausePage(user, 'It may not post.'));
    await check(user);
    expect((await connection(user)).facebook).toMatchObject({
      status: 'paused',
      paused_reason: 'It may not post.',
    });
  });

  it('judges a page that is connected again by its new token', async () => {
    const page = newPage('Same');
    const user = await connected(page);
    app.fake.revoke(page.token, 460, INVALIDATED);
    const forget = app.fake.onCall('me', async () => {
      forget();
      app.fake.restore(page.token);
      await connect(user, page);
      app.fake.revoke(page.token, 460, INVALIDATED);
    });
    await check(user);
    expect((await connection(user)).facebook).toMatchObject({ status: 'connected', id: page.id });
  });

  it('leaves nothing behind of a user who is deleted meanwhile', async () => {
    const page = newPage('Gone');
    const user = await connected(page);
    holdNext('me', () => admin.delete(`/api/admin/users/${user.user.id}`));
    if (check === byRound) await check(user);
    else expect((await user.post('/api/user/connection/check')).status).toBeLessThan(500);
    const { body } = await admin.get(`/api/admin/users/${user.user.id}`);
    expect(body.error).toBe('not_found');
  });
});

it('a check by the button ends a pause that was there before, and the daily round does not', async () => {
  const user = await connected(newPage('Allowed again'));
  await pausePage(user, 'It may not post.');
  await byRound(user);
  expect((await connection(user)).facebook.status).toBe('paused');
  await byButton(user);
  expect((await connection(user)).facebook).toMatchObject({ status: 'connected', paused_reason: null });
});
