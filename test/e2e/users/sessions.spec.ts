import { createHash } from 'node:crypto';
import { Clock } from '../../../backend/common/time/clock';
import { Database } from '../../../backend/database/database';
import { databaseEnv, startTestApp, type TestApp } from '../../support/app';
import { Client, eventually } from '../../support/client';
import { eachDatabase } from '../../support/databases';

const PASSWORD = 'secret-enough';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

eachDatabase((_name, makeConfig) => {
  let apps: TestApp[];
  let db: Database;

  beforeAll(async () => {
    const config = await makeConfig();
    const env = {
      ...databaseEnv(config),
      TRUSTED_PROXIES: '127.0.0.1',
    };
    const first = await startTestApp({ env });
    apps = [first, await startTestApp({ env: { ...env, ROLE: 'api' }, dir: first.dir, fake: first.fake })];
    db = first.running.nest.get(Database);
  });
  afterAll(async () => {
    for (const app of apps.reverse()) await app.end();
  });
  afterEach(() => jest.restoreAllMocks());

  const here = () => apps[0]!;
  const elsewhere = ({ token }: Client) => new Client(apps[1]!.url, token);

  const signIn = async (email: string, address = '203.0.113.5', agent = FIREFOX): Promise<Client> => {
    const { body } = await here().client.call(
      'POST',
      '/api/auth/login',
      { email, password: PASSWORD },
      {
        'user-agent': agent,
        'x-forwarded-for': address,
      },
    );
    return new Client(here().url, body.token);
  };
  const idOf = async (client: Client): Promise<number> =>
    (await client.get('/api/user/sessions')).body.find((each: any) => each.current === 1).id;
  const status = async (client: Client) => (await client.get('/api/user')).status;

  it('lists sessions with where they come from, and marks the current one', async () => {
    const laptop = await here().client.register();
    const phone = await signIn(laptop.user.email);
    const tablet = await signIn(laptop.user.email, '2001:db8:1:2:3:4:5:6', 'x'.repeat(300));
    const { status: answer, body } = await phone.get('/api/user/sessions');
    expect(answer).toBe(200);
    expect(body).toHaveLength(3);
    const instant = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(body.find((each: any) => each.current === 1)).toEqual({
      id: expect.any(Number),
      current: 1,
      created_at: instant,
      last_seen_at: instant,
      agent: FIREFOX,
      address: '203.0.113.5',
    });
    const { address, agent } = body.find((each: any) => each.address.includes(':'));
    expect([address, agent.length]).toEqual(['2001:db8:1:2::/64', 255]);
    expect(body.map((each: any) => each.current).sort()).toEqual([0, 0, 1]);
    expect(await idOf(tablet)).not.toBe(await idOf(phone));
    const other = await here().client.register();
    expect((await other.get('/api/user/sessions')).body).toHaveLength(1);
  });

  it('lists a session without an agent when none is sent', async () => {
    const { user } = await here().client.register();
    const client = await signIn(user.email, '203.0.113.5', '');
    const own = (await client.get('/api/user/sessions')).body.find((each: any) => each.current === 1);
    expect(own.agent).toBeNull();
  });

  it('ends one session at once on every process', async () => {
    const laptop = await here().client.register();
    const phone = await signIn(laptop.user.email);
    expect(await status(elsewhere(phone))).toBe(200);
    const id = await idOf(phone);
    const ended = await laptop.delete(`/api/user/sessions/${id}`);
    expect([ended.status, ended.body]).toEqual([
      200,
      expect.objectContaining({ id, current: 0, agent: FIREFOX }),
    ]);
    expect([await status(phone), await status(elsewhere(phone))]).toEqual([401, 401]);
    expect([await status(laptop), await status(elsewhere(laptop))]).toEqual([200, 200]);
    expect((await laptop.delete(`/api/user/sessions/${id}`)).status).toBe(404);
    expect((await laptop.get('/api/user/sessions')).body).toHaveLength(1);
  });

  it('ends a session once when two ask at once', async () => {
    const laptop = await here().client.register();
    const id = await idOf(await signIn(laptop.user.email));
    const path = `/api/user/sessions/${id}`;
    const answers = await Promise.all([laptop.delete(path), elsewhere(laptop).delete(path)]);
    expect(answers.map((each) => each.status).sort()).toEqual([200, 404]);
  });

  it('does not end the session of another user', async () => {
    const [mine, theirs] = [await here().client.register(), await here().client.register()];
    for (const id of [await idOf(theirs), 0, -1, 1e9, 'x', '1e1'])
      expect((await mine.delete(`/api/user/sessions/${id}`)).status).toBe(404);
    expect((await mine.delete('/api/user/sessions')).body).toEqual([]);
    expect(await status(theirs)).toBe(200);
  });

  it('ends all sessions but the current one', async () => {
    const laptop = await here().client.register();
    const others = [await signIn(laptop.user.email), await signIn(laptop.user.email)];
    const { status: answer, body } = await laptop.delete('/api/user/sessions');
    expect([answer, body.map((each: any) => each.current)]).toEqual([200, [0, 0]]);
    for (const other of others) expect(await status(elsewhere(other))).toBe(401);
    expect(await status(laptop)).toBe(200);
    expect((await laptop.delete('/api/user/sessions')).body).toEqual([]);
  });

  it('ends the current session, which is a logout', async () => {
    const laptop = await here().client.register();
    expect((await laptop.delete(`/api/user/sessions/${await idOf(laptop)}`)).body.current).toBe(1);
    expect(await status(laptop)).toBe(401);
  });

  it('closes the event streams of a session that ends', async () => {
    const laptop = await here().client.register();
    const phone = elsewhere(await signIn(laptop.user.email));
    const stream = await fetch(`${phone.url}/api/events`, {
      headers: { authorization: `Bearer ${phone.token}`, accept: 'text/event-stream' },
    });
    const reader = stream.body!.getReader();
    await reader.read();
    const id = await idOf(phone);
    const began = Date.now();
    await laptop.delete(`/api/user/sessions/${id}`);
    for (;;) if ((await reader.read()).done) break;
    // Not by the round of every fifteen seconds.
    expect(Date.now() - began).toBeLessThan(5_000);
  });

  it('stores a hash that cannot be used to sign in', async () => {
    const { token } = await here().client.register();
    const { sid } = JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString());
    const rows = await db.rows<{ token_hash: string }>('SELECT * FROM sessions');
    expect(JSON.stringify(rows)).not.toContain(sid);
    const hash = createHash('sha256').update(sid).digest('hex');
    expect(rows.map(({ token_hash }) => token_hash)).toContain(hash);
  });

  it('notes a session as seen once a minute, and writes nothing in between', async () => {
    const laptop = await here().client.register();
    const now = Date.now();
    const seenAt = async (clock: number, address: string) => {
      // Of both: passport has one strategy for all of a process, that of the last product that started.
      for (const app of apps) jest.spyOn(app.running.nest.get(Clock), 'now').mockReturnValue(clock);
      const headers = { 'x-forwarded-for': address, 'user-agent': 'curl/8' };
      await here().client.call('GET', '/api/user', undefined, {
        ...headers,
        authorization: `Bearer ${laptop.token}`,
      });
      return (
        await db.rows<any>('SELECT last_seen_at, address, agent FROM sessions WHERE user_id = ?', [
          laptop.user.id,
        ])
      )[0];
    };
    expect((await seenAt(now + 50_000, '198.51.100.7')).address).toBe('127.0.0.1');
    await eventually(
      () => seenAt(now + 70_000, '198.51.100.7'),
      (row) => row.address === '198.51.100.7' && row.agent === 'curl/8' && row.last_seen_at === now + 70_000,
    );
    // Set back by an hour: it does not stay in the future.
    await eventually(
      () => seenAt(now - 3_600_000, '198.51.100.8'),
      (row) => row.last_seen_at === now - 3_600_000,
    );
  });

  it('keeps a hundred sessions at most, and drops the oldest', async () => {
    const laptop = await here().client.register();
    const row = { user_id: laptop.user.id, created_at: 1, expires_at: Date.now() + 100_000, last_seen_at: 1 };
    for (let n = 0; n < 99; n++)
      await db.insert('sessions', { ...row, token_hash: `${laptop.user.id} ${n}` });
    const phone = await signIn(laptop.user.email);
    expect([await status(laptop), await status(phone)]).toEqual([401, 200]);
    expect((await phone.get('/api/user/sessions')).body).toHaveLength(100);
  });
});
