import { request as httpRequest } from 'node:http';
import { Clock } from '../../../backend/common/time/clock';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { NEW_PASSWORD as NEW, passwordReset, withoutAuthLimits } from '../../support/password-reset';

const PUBLIC_URL = 'https://pagecast.example';

const REFUSED =
  'This link was used already or has expired. Use "Forgot your password?" on the login page to get a new link.';
const HOUR_MS = 3_600_000;

const app = useApp({ env: { PUBLIC_URL: `${PUBLIC_URL}/` } });
const { somebody, reset, login, mailsTo, mailTo, newToken } = passwordReset(app);

afterEach(() => jest.restoreAllMocks());

/** What is tried here from one address would soon be too much. */
beforeEach(() => withoutAuthLimits(app));

/** Everything that was sent in the background has arrived: a mail that was asked for later is there. */
async function afterEverything(): Promise<void> {
  const { user } = await somebody();
  await newToken(user.email);
}

const setClock = (now: number) => jest.spyOn(app.running.nest.get(Clock), 'now').mockReturnValue(now);

describe('the link', () => {
  it('works once', async () => {
    const { email } = (await somebody()).user;
    const token = await newToken(email);
    expect((await reset(token)).status).toBe(200);
    const { status, body } = await reset(token, 'another password');
    expect([status, body]).toEqual([
      422,
      { statusCode: 422, error: 'validation_failed', message: REFUSED, errors: { token: [REFUSED] } },
    ]);
    expect((await login(email, NEW)).status).toBe(200);
  });

  it('changes the password once when it is used twenty times at once', async () => {
    const { email } = (await somebody()).user;
    const token = await newToken(email);
    const passwords = Array.from({ length: 20 }, (_each, n) => `the password ${n}`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(422)]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]!;
    expect((await login(email, winner)).status).toBe(200);
    await mailTo(email, 2);
    await afterEverything();
    const subjects = (await mailsTo(email)).map((mail) => mail.header('Subject'));
    expect(subjects).toEqual(['Reset your Pagecast password', 'Your Pagecast password was changed']);
  });

  it('keeps its hour when another one is asked for; whichever is used ends them all', async () => {
    const { email } = (await somebody()).user;
    const [first, second, third] = [
      await newToken(email),
      await newToken(email, 2),
      await newToken(email, 3),
    ];
    expect(new Set([first, second, third]).size).toBe(3);
    expect((await reset(first)).status).toBe(200);
    for (const token of [first, second, third])
      expect((await reset(token, 'another password')).body.errors).toEqual({ token: [REFUSED] });
    expect((await login(email, NEW)).status).toBe(200);
  });

  it('is good for one of two that are used at once', async () => {
    const { email } = (await somebody()).user;
    const tokens = [await newToken(email), await newToken(email, 2)];
    const answers = await Promise.all(tokens.map((token, n) => reset(token, `the password ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('lives an hour', async () => {
    const [early, late] = [(await somebody()).user.email, (await somebody()).user.email];
    const before = Date.now();
    const tokens = [await newToken(early), await newToken(late)];
    const after = Date.now();
    setClock(before + HOUR_MS - 1);
    expect((await reset(tokens[0])).status).toBe(200);
    setClock(after + HOUR_MS + 1);
    expect((await reset(tokens[1])).body.errors).toEqual({ token: [REFUSED] });
    jest.restoreAllMocks();
    expect((await login(late, 'secret-enough')).status).toBe(200);
  });

  it('is sent although three were sent while the clock was a day ahead', async () => {
    const { email } = (await somebody()).user;
    setClock(Date.now() + 24 * HOUR_MS);
    for (let nth = 1; nth <= 3; nth++) await newToken(email, nth);
    jest.restoreAllMocks();
    withoutAuthLimits(app);
    expect((await reset(await newToken(email, 4))).status).toBe(200);
  });

  it('is worthless once the account has another address', async () => {
    const user = await somebody();
    const token = await newToken(user.user.email);
    await user.put('/api/user', {
      email: `moved-${user.user.email}`,
      current_password: 'secret-enough',
    });
    expect((await reset(token)).body.errors).toEqual({ token: [REFUSED] });
  });

  it('opens no account but its own', async () => {
    const [mine, theirs] = [(await somebody()).user, (await somebody()).user];
    const token = await newToken(mine.email);
    await newToken(theirs.email);
    const forged = token.replace(/^\d+/, String(theirs.id));
    expect((await reset(forged, NEW, { email: theirs.email, id: theirs.id })).status).toBe(422);
    expect((await login(theirs.email, 'secret-enough')).status).toBe(200);
    expect((await reset(token, NEW, { user_id: theirs.id, is_admin: 1 })).status).toBe(200);
    expect((await login(theirs.email, 'secret-enough')).status).toBe(200);
    expect((await login(mine.email, NEW)).body.user).toMatchObject({ id: mine.id, is_admin: 0 });
  });

  it('is kept as a hash only', async () => {
    const { email } = (await somebody()).user;
    const token = await newToken(email);
    const rows = await app.running.nest
      .get(Database)
      .rows<{ token_hash: string }>('SELECT * FROM reset_links');
    expect(rows.at(-1)!.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(rows)).not.toContain(token.split('.')[1]);
    const { user } = (await login(email, 'secret-enough')).body;
    expect(Object.keys(user).filter((name) => /reset|hash/.test(name))).toEqual([]);
  });

  const never = `1.${'A'.repeat(43)}`;
  it.each([
    '',
    'x',
    never,
    `999999.${'A'.repeat(43)}`,
    `1.${'A'.repeat(42)}`,
    `${never}\n`,
    `${never}'--`,
    'x'.repeat(60_000),
  ])('cannot be guessed: %#', async (token) => {
    const { status, body } = await reset(token);
    expect([status, body.errors]).toEqual([422, { token: [REFUSED] }]);
  });

  it.each([undefined, null, 7, ['a'], { $ne: null }])('must be a text, not %j', async (token) => {
    const { status, body } = await reset(token);
    expect([status, body.errors]).toEqual([
      422,
      { token: ['Open this page by the link in the mail, or ask for a new link.'] },
    ]);
  });

  it('survives a password that breaks the rules', async () => {
    const { email } = (await somebody()).user;
    const token = await newToken(email);
    expect((await reset(token, 'short')).body.errors).toEqual({
      password: ['A password has 8 to 128 characters.'],
    });
    expect((await reset(token, 'x'.repeat(129))).body.errors).toHaveProperty('password');
    expect((await reset(token, NEW, { password_confirmation: 'another one' })).body.errors).toEqual({
      password_confirmation: ['The two passwords differ.'],
    });
    expect((await reset(token, ['a', 'b'])).body.errors).toHaveProperty('password');
    expect((await reset(token)).status).toBe(200);
  });

  /** What fetch does not let a caller set. */
  const forgotWith = (email: string, headers: Record<string, string>, path = '/api/auth/forgot-password') =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(app.url);
      const call = httpRequest({
        method: 'POST',
        hostname,
        port,
        path,
        headers: { 'content-type': 'application/json', ...headers },
      });
      call.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      call.on('error', reject);
      call.end(JSON.stringify({ email }));
    });

  it.each([
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    { forwarded: 'host=evil.example' },
    { origin: 'https://evil.example', referer: 'https://evil.example/' },
  ])('leads to the configured address, whatever %j says', async (headers) => {
    const { email } = (await somebody()).user;
    expect(await forgotWith(email, headers as unknown as Record<string, string>)).toBe(200);
    const mail = await mailTo(email);
    expect(mail.text).toContain(`${PUBLIC_URL}/reset-password#token=`);
    expect(mail.raw).not.toContain('evil.example');
  });
});
