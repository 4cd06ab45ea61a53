import { Clock } from '../../../backend/common/time/clock';
import { AuthHousekeeping } from '../../../backend/auth/auth-housekeeping';
import { AuthLimits } from '../../../backend/auth/auth-limits';
import { Database, insertStatement } from '../../../backend/database/database';
import { databaseEnv, startTestApp, type TestApp } from '../../support/app';
import { eventually, type Answer, type Client } from '../../support/client';
import { eachDatabase } from '../../support/databases';

const PASSWORD = 'secret-enough';
const GUESS = 'a guess';
const DAY_MS = 86_400_000;

eachDatabase((_name, makeConfig) => {
  let app: TestApp;
  let db: Database;
  let addresses = 0;

  beforeAll(async () => {
    const config = await makeConfig();
    app = await startTestApp({
      env: {
        ...databaseEnv(config),
        TRUSTED_PROXIES: '127.0.0.1',
      },
    });
    db = app.running.nest.get(Database);
  });
  afterAll(() => app.end());
  beforeEach(() => db.run('DELETE FROM limit_windows'));
  afterEach(() => jest.restoreAllMocks());

  const stopClock = (at: number) => jest.spyOn(app.running.nest.get(Clock), 'now').mockReturnValue(at);
  /** Nobody was there before. */
  const newAddress = () => `198.51.${100 + Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
  const from = (address: string, path: string, body: unknown): Promise<Answer> =>
    app.client.call('POST', `/api/auth/${path}`, body, { 'x-forwarded-for': address });
  const login = (email: unknown, password: unknown, address = newAddress()) =>
    from(address, 'login', { email, password });
  const statuses = async (answers: Promise<Answer>[]) =>
    (await Promise.all(answers)).map(({ status }) => status);
  const countOf = (given: number[], status: number) => given.filter((each) => each === status).length;
  const times = <T>(count: number, make: (n: number) => T) =>
    Array.from({ length: count }, (_each, n) => make(n));

  /** Who lives at an address of their own. */
  async function somebody(): Promise<{ user: Client['user']; home: string }> {
    const home = newAddress();
    const email = `limit${addresses}-${Date.now()}@example.com`;
    const body = { name: 'A', email, password: PASSWORD, password_confirmation: PASSWORD };
    return { user: (await from(home, 'register', body)).body.user, home };
  }

  describe('wrong logins of an account', () => {
    it('are twenty a minute over all addresses, however many at once', async () => {
      const { user } = await somebody();
      const given = await statuses(times(30, () => login(user.email, GUESS)));
      expect([countOf(given, 401), countOf(given, 429)]).toEqual([20, 10]);
      const refused = await login(user.email, PASSWORD);
      expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    });

    it('leave its owner alone where they signed in before, and do not count there', async () => {
      const { user, home } = await somebody();
      for (let n = 0; n < 9; n++) expect((await login(user.email, GUESS, home)).status).toBe(401);
      const given = await statuses(times(21, () => login(user.email, GUESS)));
      expect([countOf(given, 401), countOf(given, 429)]).toEqual([20, 1]);
      expect((await login(user.email, PASSWORD, home)).status).toBe(200);
    });

    it('shut out an address that has not been seen for thirty days', async () => {
      const { user, home } = await somebody();
      const now = Date.now();
      for (const [days, status] of [
        [29, 200],
        [58, 200],
        [89, 429],
      ] as const) {
        stopClock(now + days * DAY_MS);
        await statuses(times(20, () => login(user.email, GUESS)));
        expect((await login(user.email, PASSWORD, home)).status).toBe(status);
      }
    });

    it('count for the account in whatever spelling', async () => {
      const { user } = await somebody();
      const spellings = [
        user.email,
        user.email.toUpperCase(),
        ` ${user.email}`,
        user.email.replace('limit', 'ｌｉｍｉｔ'),
      ];
      const given = await statuses(times(24, (n) => login(spellings[n % 4], GUESS)));
      expect([countOf(given, 401), countOf(given, 429)]).toEqual([20, 4]);
    });

    it('count for an email address without an account as well', async () => {
      const given = await statuses(times(22, () => login('nobody-here@example.com', GUESS)));
      expect([countOf(given, 401), countOf(given, 429)]).toEqual([20, 2]);
    });

    it('are not right ones', async () => {
      const { user } = await somebody();
      expect(countOf(await statuses(times(25, () => login(user.email, PASSWORD))), 200)).toBe(25);
      const given = await statuses(times(21, () => login(user.email, GUESS)));
      expect([countOf(given, 401), countOf(given, 429)]).toEqual([20, 1]);
    });
  });

  describe('wrong logins from an address', () => {
    it('are thirty a minute over all accounts, however many at once', async () => {
      const attacker = newAddress();
      const given = await statuses(times(40, (n) => login(`victim${n}@example.com`, GUESS, attacker)));
      expect([countOf(given, 401), countOf(given, 429)]).toEqual([30, 10]);
      const { user } = await somebody();
      expect((await login(user.email, PASSWORD, attacker)).status).toBe(429);
      expect((await login(user.email, PASSWORD)).status).toBe(200);
    });

    it('are not right ones: a whole office signs in at once', async () => {
      const people: Awaited<ReturnType<typeof somebody>>[] = [];
      for (let n = 0; n < 8; n++) people.push(await somebody());
      const office = newAddress();
      const given = await statuses(times(40, (n) => login(people[n % 8]!.user.email, PASSWORD, office)));
      expect(countOf(given, 200)).toBe(40);
    });

    it('leave no row for each address that is made up', async () => {
      const attacker = newAddress();
      await statuses(times(60, (n) => login(`made-up${n}@example.com`, GUESS, attacker)));
      const rows = async () => (await db.row<{ n: number }>('SELECT COUNT(*) AS n FROM limit_windows'))!.n;
      const before = await rows();
      for (let n = 0; n < 20; n++)
        expect((await login(`made-up-later${n}@example.com`, GUESS, attacker)).status).toBe(429);
      const broken = newAddress();
      for (let n = 0; n < 10; n++) await login(`broken${n}@example.com`, undefined, broken);
      expect((await login('broken@example.com', 7, broken)).status).toBe(429);
      expect(await rows()).toBe(before + 1);
    });

    it('do not tell who has an account, with or without a password', async () => {
      const { user } = await somebody();
      const asker = newAddress();
      for (let n = 0; n < 10; n++) await login(`nobody${n}@example.com`, undefined, asker);
      const answers = [];
      for (const email of [user.email, 'nobody@example.com'])
        answers.push((await login(email, undefined, asker)).status);
      expect(answers).toEqual([429, 429]);
    });
  });

  it('lets others in while one client fills the line', async () => {
    const { user } = await somebody();
    const attacker = newAddress();
    const flood = times(160, (n) => login(`flood${n}@example.com`, GUESS, attacker));
    const owner = await login(user.email, PASSWORD);
    expect(owner.status).toBe(200);
    expect(countOf(await statuses(flood), 401)).toBe(30);
    const many = times(160, (n) => login(`crowd${n}@example.com`, GUESS));
    expect((await login(user.email, PASSWORD)).status).toBe(200);
    expect(countOf(await statuses(many), 401)).toBe(160);
  });

  describe('requests count before their body is read into shape', () => {
    it.each<[string, unknown, number]>([
      ['register', {}, 30],
      ['register', [1], 30],
      ['reset-password', { token: 'x' }, 20],
      ['forgot-password', { email: ['a'] }, 20],
      ['forgot-password', undefined, 20],
      ['login', { email: 'nobody@example.com' }, 10],
      ['login', undefined, 10],
    ])('counts %s with %j: %i a minute from an address', async (path, body, most) => {
      const address = newAddress();
      for (let n = 0; n < most; n++) expect((await from(address, path, body)).status).toBe(422);
      const { status, headers } = await from(address, path, body);
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
      expect((await from(newAddress(), path, body)).status).toBe(422);
    });
  });

  it('limits requests for reset mails by account over addresses, and by address over accounts', async () => {
    const { user } = await somebody();
    const forgot = (email: string, address = newAddress()) => from(address, 'forgot-password', { email });
    expect(await statuses(times(7, () => forgot(user.email)))).toEqual(expect.arrayContaining([429]));
    expect((await forgot(user.email)).status).toBe(429);
    const address = newAddress();
    const given = await statuses(times(25, (n) => forgot(`nobody${n}@example.com`, address)));
    expect([countOf(given, 200), countOf(given, 429)]).toEqual([20, 5]);
  });

  it('ends windows that a clock left in the future, and deletes what is over a few rows at a time', async () => {
    const { user } = await somebody();
    const now = Date.now();
    stopClock(now + 400 * DAY_MS);
    await statuses(times(20, () => login(user.email, GUESS)));
    stopClock(now);
    expect((await login(user.email, PASSWORD)).status).toBe(200);
    const over = Array.from({ length: 1200 }, (_each, n) => ({ id: `over ${n}`, used: 1, ends_at: now - 1 }));
    await db.atomically([insertStatement('limit_windows', over)]);
    await app.running.nest.get(AuthHousekeeping).tidy();
    const rows = await db.rows<{ ends_at: number }>('SELECT ends_at FROM limit_windows');
    expect(rows.length).toBeLessThan(20);
    for (const { ends_at } of rows) expect(ends_at - now).toBeLessThan(2 * 60_000);
  });

  it('forgets sessions, links and addresses when their time is over, and nothing else', async () => {
    const { user, home } = await somebody();
    await from(home, 'forgot-password', { email: user.email });
    const tables = async () => ({
      sessions: (await db.rows('SELECT id FROM sessions WHERE user_id = ?', [user.id])).length,
      links: (await db.rows('SELECT id FROM reset_links WHERE user_id = ?', [user.id])).length,
      addresses: (await db.rows('SELECT address FROM known_addresses WHERE user_id = ?', [user.id])).length,
    });
    // The link is made after the answer.
    await eventually(tables, ({ links }) => links === 1);
    const now = Date.now();
    for (const [days, left] of [
      [0, { sessions: 1, links: 1, addresses: 1 }],
      [6, { sessions: 1, links: 0, addresses: 1 }],
      [8, { sessions: 0, links: 0, addresses: 1 }],
      [31, { sessions: 0, links: 0, addresses: 0 }],
    ] as const) {
      stopClock(now + days * DAY_MS);
      await app.running.nest.get(AuthHousekeeping).tidy();
      expect(await tables()).toEqual(left);
    }
  });

  it('gives back only what was counted in the same window', async () => {
    const limits = app.running.nest.get(AuthLimits);
    stopClock(1_000_000);
    const early = await limits.reserve([['wrongPasswords', 'x']]);
    stopClock(1_000_000 + 70_000);
    for (let n = 0; n < 10; n++) await limits.reserve([['wrongPasswords', 'x']]);
    await db.atomically(limits.givingBack(early));
    await expect(limits.reserve([['wrongPasswords', 'x']])).rejects.toMatchObject({ statusCode: 429 });
  });
});
