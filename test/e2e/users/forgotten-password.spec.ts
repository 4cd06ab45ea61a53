import { Mailer } from '../../../backend/ports/mail/mailer';
import { UsersService } from '../../../backend/users/users.service';
import { useApp } from '../../support/app';
import { Client } from '../../support/client';
import {
  NEW_PASSWORD as NEW,
  RESET_SENT,
  passwordReset,
  withoutAuthLimits,
} from '../../support/password-reset';

const PUBLIC_URL = 'https://pagecast.example';

const CHANGED = { message: 'Your password was changed. Sign in with the new one.' };

const app = useApp({ env: { PUBLIC_URL: `${PUBLIC_URL}/` } });
const { somebody, forgot, reset, login, mailsTo, mailTo, tokenIn, newToken } = passwordReset(app);

afterEach(() => jest.restoreAllMocks());

/** What is tried here from one address would soon be too much. */
beforeEach(() => withoutAuthLimits(app));

describe('a forgotten password', () => {
  it('is replaced by the link in the mail', async () => {
    const { user } = await somebody({ name: 'Zoë' });
    expect(await forgot(` ${user.email.toUpperCase()} `)).toMatchObject({ status: 200, body: RESET_SENT });
    const mail = await mailTo(user.email);
    expect(mail.header('Subject')).toBe('Reset your Pagecast password');
    expect(mail.text).toContain('Hello Zoë,');
    expect(mail.text).toMatch(/The link works once and for one hour\./);
    const token = tokenIn(mail);
    expect(token).toMatch(/^\d+\.[\w-]{43}$/);
    expect(mail.text).toContain(`\n${PUBLIC_URL}/reset-password#token=${token}\n`);
    expect(mail.html).toContain(`href="${PUBLIC_URL}/reset-password#token=${token}"`);

    const { status, body } = await reset(token);
    expect([status, body]).toEqual([200, CHANGED]);
    expect((await login(user.email, NEW)).status).toBe(200);
    expect(await login(user.email, 'secret-enough')).toMatchObject({
      status: 401,
      body: { message: 'Invalid credentials' },
    });
  });

  it('leaves the old password and the sessions alone until the link is used', async () => {
    const user = await somebody();
    await newToken(user.user.email);
    expect((await user.get('/api/user')).status).toBe(200);
    expect((await login(user.user.email, 'secret-enough')).status).toBe(200);
  });

  it('signs the user out everywhere, and nobody else', async () => {
    const [user, other] = [await somebody(), await somebody()];
    const { email } = user.user;
    const phone = new Client(app.url, (await login(email, 'secret-enough')).body.token);
    await reset(await newToken(email));
    for (const client of [user, phone]) {
      const { status, body } = await client.get('/api/user');
      expect([status, body.message]).toEqual([401, 'Your session has ended. Please sign in again.']);
    }
    expect((await other.get('/api/user')).status).toBe(200);
  });

  it('is followed by a notice that it was changed', async () => {
    const { email } = (await somebody()).user;
    await reset(await newToken(email));
    const notice = await mailTo(email, 2);
    expect(notice.header('Subject')).toBe('Your Pagecast password was changed');
    expect(notice.text).toContain(`${PUBLIC_URL}/login`);
    expect(notice.raw).not.toContain('token=');
  });
});

describe('a request for a link', () => {
  it('is answered the same for an address without an account, and sends nothing there', async () => {
    const { email } = (await somebody()).user;
    const [known, unknown] = [await forgot(email), await forgot('nobody@example.com')];
    expect([unknown.status, unknown.body]).toEqual([200, RESET_SENT]);
    const telling = ({ headers }: typeof known) =>
      [...headers.keys()].filter((name) => name !== 'x-request-id');
    expect([known.status, known.body, telling(known)]).toEqual([200, RESET_SENT, telling(unknown)]);
    await mailTo(email);
    expect(await mailsTo('nobody@example.com')).toEqual([]);
  });

  it('is answered before anything is looked up, so that the time tells nothing', async () => {
    const { email } = (await somebody()).user;
    jest
      .spyOn(app.running.nest.get(UsersService), 'findByEmail')
      .mockReturnValue(new Promise(() => undefined));
    expect((await forgot(email)).body).toEqual(RESET_SENT);
  });

  it('is answered the same while the mail server is away or hangs', async () => {
    const [first, second] = [(await somebody()).user.email, (await somebody()).user.email];
    let goOn = () => {};
    jest
      .spyOn(app.running.nest.get(Mailer), 'send')
      .mockRejectedValueOnce(Object.assign(new Error('550 no such mailbox'), { permanent: true }))
      .mockReturnValueOnce(new Promise((resolve) => (goOn = resolve)));
    expect(await forgot(first)).toMatchObject({ status: 200, body: RESET_SENT });
    expect(await forgot(second)).toMatchObject({ status: 200, body: RESET_SENT });
    goOn();
  });

  it('is taken five times a minute for an account, in any spelling, known or not', async () => {
    const { email } = (await somebody()).user;
    const other = (await somebody()).user.email;
    jest.restoreAllMocks();
    for (const address of [email, 'nobody-at-all@example.com']) {
      const spellings = [address, address.toUpperCase(), ` ${address}`, address, address];
      for (const spelling of spellings) expect((await forgot(spelling)).status).toBe(200);
      const { status, body, headers } = await forgot(address);
      expect([status, body.error]).toEqual([429, 'too_many_requests']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await forgot(other)).status).toBe(200);
  });

  it.each([
    [undefined],
    [null],
    [''],
    ['nobody'],
    [['a@example.com', 'b@example.com']],
    [{ 0: 'a@example.com' }],
    ['a@example.com,b@example.com'],
    ['a@example.com\r\nBcc: b@example.com'],
    ['a@example.com b@example.com'],
    [`${'a'.repeat(60)}@${'b'.repeat(200)}.com`],
  ])('needs one address, not %j', async (email) => {
    const { status, body } = await forgot(email);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['email']]);
  });

  it('does not carry what somebody else put into a name', async () => {
    const { email } = (await somebody({ name: 'You won! https://evil.example <img src=x>' })).user;
    await newToken(email);
    const { raw, text } = await mailTo(email);
    expect(text).toMatch(/^Hello,\n/);
    expect(raw).not.toContain('evil.example');
  });
});
