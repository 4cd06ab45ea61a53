import { randomUUID } from 'node:crypto';
import { CaptionsService } from '../../../backend/captions/captions.service';
import { tooManyRequests } from '../../../backend/common/errors/errors';
import { Database } from '../../../backend/database/database';
import { KeyedCallsHousekeeping } from '../../../backend/keyed-calls/keyed-calls-housekeeping';
import { databaseEnv, useApp } from '../../support/app';
import type { Answer, Client } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import { eventually } from '../../support/eventually';
import { gateOn, keyed, keyedFrom } from '../../support/keyed-calls';

jest.setTimeout(60_000);

const DAY_MS = 86_400_000;

eachDatabase((_name, makeConfig) => {
  const app = useApp(async () => ({ env: databaseEnv(await makeConfig()) }));
  const db = () => app.running.nest.get(Database);
  let user: Client;
  let key: string;
  beforeAll(() => app.clock.stop());
  beforeEach(async () => {
    user = await app.users.subscriber();
    key = randomUUID();
  });
  afterEach(() => jest.restoreAllMocks());

  const add = (content: string, by = user) => keyed(by, key, '/api/captions', { content });
  const contents = async (of = user): Promise<string[]> =>
    (await of.get('/api/captions')).body.map(({ content }: any) => content);
  const rows = () => db().rows<any>('SELECT * FROM keyed_calls WHERE user_id = ?', [user.user.id]);
  const replayed = ({ headers }: Answer) => headers.get('idempotency-replayed');
  const captions = () => app.running.nest.get(CaptionsService);

  it('answers a repetition as the first call, and makes nothing again', async () => {
    const first = await add('Fresh bread');
    const again = await add('Fresh bread');
    expect([first.status, replayed(first)]).toEqual([201, null]);
    expect([again.status, replayed(again), again.body]).toEqual([201, 'true', first.body]);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await contents()).toEqual(['Fresh bread']);
  });

  it('keeps the refusal of who may not call, also once they may', async () => {
    const newcomer = await app.users.newcomer();
    const refused = await add('Fresh bread', newcomer);
    await app.users.grant(newcomer, 2);
    const again = await add('Fresh bread', newcomer);
    expect([refused.status, replayed(refused)]).toEqual([403, null]);
    expect([again.status, replayed(again), again.body]).toEqual([403, 'true', refused.body]);
    expect((await add('Old bread', newcomer)).status).toBe(409);
    expect((await keyed(newcomer, randomUUID(), '/api/captions', { content: 'Rolls' })).status).toBe(201);
    expect(await contents(newcomer)).toEqual(['Rolls']);
  });

  it('takes a body with its names in another order for the same body', async () => {
    const send = (text: string) => keyedFrom(user, key, '/api/captions', text);
    const first = await send('{"content": "Rolls", "more": {"a": 1, "b": [{"c": 1, "d": 2}]}}');
    const again = await send('{"more":{"b":[{"d":2,"c":1}],"a":1.0},"content":"Rolls"}');
    expect([first.status, again.status, replayed(again)]).toEqual([201, 201, 'true']);
    const order = await send('{"content":"Rolls","more":{"a":1,"b":[1,{"c":1,"d":2}]}}');
    expect(order.status).toBe(409);
  });

  it('refuses the key for another body, another call, and one without a body', async () => {
    await add('Fresh bread');
    const others = [
      await add('Old bread'),
      await keyed(user, key, '/api/posts/check', { content: 'Fresh bread' }),
      await keyed(user, key, '/api/captions?again=1', { content: 'Fresh bread' }),
      await keyed(user, key, '/api/captions'),
    ];
    for (const { status, body } of others) {
      expect([status, body.error]).toEqual([409, 'conflict']);
      expect(body.message).toMatch(/used for another call/);
    }
    expect(await contents()).toEqual(['Fresh bread']);
  });

  it('keeps the keys of users apart', async () => {
    const other = await app.users.subscriber();
    await add('Fresh bread');
    const theirs = await add('Cakes', other);
    expect([theirs.status, replayed(theirs)]).toEqual([201, null]);
    expect([await contents(), await contents(other)]).toEqual([['Fresh bread'], ['Cakes']]);
  });

  it('answers nothing once the session has ended', async () => {
    await add('Fresh bread');
    await user.post('/api/auth/logout');
    const { status, body } = await add('Fresh bread');
    expect([status, body.content]).toEqual([401, undefined]);
  });

  it('keeps a refusal as it was, whatever has changed since', async () => {
    const post = () => keyed(user, key, '/api/user/plan-request', { plan_id: 999_999 });
    const first = await post();
    const again = await post();
    expect([first.status, first.body.error]).toEqual([422, 'validation_failed']);
    expect([again.status, replayed(again), again.body]).toEqual([422, 'true', first.body]);
  });

  it('keeps neither a 429 nor a fault of ours: the next call is the first', async () => {
    const create = jest.spyOn(captions(), 'create');
    create.mockRejectedValueOnce(tooManyRequests(7)).mockRejectedValueOnce(new TypeError('a bug'));
    const answers = [await add('Bread'), await add('Bread'), await add('Bread'), await add('Bread')];
    expect(answers.map(({ status }) => status)).toEqual([429, 500, 201, 201]);
    expect(answers.map(replayed)).toEqual([null, null, null, 'true']);
    expect(await contents()).toEqual(['Bread']);
  });

  it('does once what is asked for many times at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add('Fresh bread')));
    const first = answers.filter((answer) => answer.status === 201 && !replayed(answer));
    expect(first).toHaveLength(1);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(await contents()).toEqual(['Fresh bread']);
  });

  it('refuses the same key while the first call runs, and then answers it', async () => {
    const gate = gateOn(captions(), 'create');
    const first = add('Fresh bread');
    await gate.reached;
    const meanwhile = await add('Fresh bread');
    expect([meanwhile.status, meanwhile.body.error]).toEqual([409, 'conflict']);
    expect(meanwhile.body.message).toMatch(/still running/);
    expect(meanwhile.headers.get('retry-after')).toBe('1');
    gate.open();
    expect((await first).status).toBe(201);
    expect(replayed(await add('Fresh bread'))).toBe('true');
    expect(await contents()).toEqual(['Fresh bread']);
  });

  it('gives the answer to a client that left before it came', async () => {
    const gate = gateOn(captions(), 'create');
    const leaving = new AbortController();
    const lost = keyedFrom(user, key, '/api/captions', '{"content":"Fresh bread"}', leaving.signal);
    await gate.reached;
    leaving.abort();
    await expect(lost).rejects.toThrow();
    gate.open();
    const again = await eventually(
      () => add('Fresh bread'),
      ({ status }) => status === 201,
    );
    expect(replayed(again)).toBe('true');
    expect(await contents()).toEqual(['Fresh bread']);
  });

  it('answers although the answer cannot be kept just now, and keeps it later', async () => {
    const run = jest.spyOn(db(), 'run');
    jest.spyOn(captions(), 'create').mockImplementationOnce(() => {
      run.mockRejectedValueOnce(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
      return Promise.resolve({ id: 1, content: 'Fresh bread' } as never);
    });
    expect((await add('Fresh bread')).status).toBe(201);
    expect((await add('Fresh bread')).status).toBe(409);
    const again = await eventually(
      () => add('Fresh bread'),
      ({ status }) => status === 201,
    );
    expect([replayed(again), again.body]).toEqual(['true', { id: 1, content: 'Fresh bread' }]);
  });

  it('knows a key for 24 hours, and then deletes its row', async () => {
    await add('Fresh bread');
    app.clock.forward(DAY_MS - 1000);
    await app.running.nest.get(KeyedCallsHousekeeping).tidy();
    expect(replayed(await add('Fresh bread'))).toBe('true');
    app.clock.forward(1000);
    const later = await add('New bread');
    expect([later.status, replayed(later)]).toEqual([201, null]);
    app.clock.forward(DAY_MS);
    await app.running.nest.get(KeyedCallsHousekeeping).tidy();
    expect(await rows()).toEqual([]);
  });

  it('stores neither the key nor the answer in clear', async () => {
    await add('Fresh bread from the oven');
    const stored = JSON.stringify(await rows());
    expect(stored).toMatch(/"answer":"v2\./);
    expect(stored).not.toMatch(/Fresh bread/);
    expect(stored).not.toContain(key);
  });

  it('costs a call without a key no statement', async () => {
    const statements: string[] = [];
    for (const method of ['read', 'write', 'add', 'unit'] as const) {
      const inner = db() as unknown as Record<string, (given: unknown) => unknown>;
      const call = inner[method]!.bind(db());
      jest.spyOn(inner, method).mockImplementation((given) => {
        statements.push(JSON.stringify(given));
        return call(given);
      });
    }
    expect((await user.post('/api/captions', { content: 'No key' })).status).toBe(201);
    expect(statements.filter((text) => text.includes('captions'))).not.toEqual([]);
    expect(statements.filter((text) => text.includes('keyed_calls'))).toEqual([]);
  });

  it('goes with its user', async () => {
    await add('Fresh bread');
    expect(await rows()).toHaveLength(1);
    const admin = await app.users.admin();
    expect((await admin.delete(`/api/admin/users/${user.user.id}`)).status).toBe(200);
    expect(await rows()).toEqual([]);
  });
});
