import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { Clock } from '../../backend/common/time/clock';
import type { DomainError } from '../../backend/common/errors/errors';
import { SecretCipher } from '../../backend/config/secret-cipher';
import type { Database } from '../../backend/database/database';
import { KeyRotation } from '../../backend/database/key-rotation';
import { AnswerRoom } from '../../backend/keyed-calls/answer-room';
import { FirstCalls } from '../../backend/keyed-calls/first-calls';
import { forgetKeyedCalls } from '../../backend/keyed-calls/forget-keyed-calls';
import type { Repeatable } from '../../backend/keyed-calls/idempotency-key';
import {
  KeyedCalls,
  SEALED_ANSWERS,
  type Claim,
  type KeptAnswer,
} from '../../backend/keyed-calls/keyed-calls';
import { eachDatabase, openDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { insertRows } from '../support/many-accounts';
import { Explainer } from '../support/query-plans';

jest.setTimeout(60_000);

const LEASE_MS = 60_000;
const DAY_MS = 86_400_000;
const MANY = 100_000;

const [OLD, NEW] = [randomBytes(32), randomBytes(32)] as [Buffer, Buffer];
const cipherWith = (...encryption: Buffer[]) => new SecretCipher({ jwt: '', encryption });
const ALL_BUT_INTERVALS = [
  'Date',
  'performance',
  'hrtime',
  'nextTick',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;

const hashOf = (n: number) => n.toString(16).padStart(64, '0');

eachDatabase((name, makeConfig) => {
  const open: DataSource[] = [];
  let [db, other]: Database[] = [];
  let now: number;
  let user: number;
  let call: Repeatable;

  const callsOn = (database: Database, ...keys: Buffer[]) => {
    const clock = Object.assign(new Clock(), { now: () => now });
    const cipher = cipherWith(...(keys.length ? keys : [OLD]));
    return new KeyedCalls(database, new AnswerRoom(database, clock), cipher, clock);
  };
  /** As two processes. */
  const both = () => [callsOn(db!), callsOn(other!)] as const;
  const claim = async (calls = callsOn(db!), of = call) => (await calls.claim(of)) as Claim;
  const isClaim = (got: Claim | KeptAnswer): got is Claim => 'by' in got;
  const refusal = (got: Promise<unknown>) =>
    got.then(
      () => 'taken',
      (error: unknown) => `${(error as DomainError).statusCode} ${(error as DomainError).message}`,
    );

  beforeAll(async () => {
    const config = await makeConfig();
    for (const { dataSource, db: opened } of [await openDatabase(config), await openDatabase(config)]) {
      open.push(dataSource);
      [db, other] = [db ?? opened, opened];
    }
    const values = { name: 'A', email: 'a@example.com', password_hash: 'x', created_at: 1 };
    user = await db!.insert('users', values);
  });
  afterAll(() => Promise.all(open.map((dataSource) => dataSource.destroy())));
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  beforeEach(async () => {
    now = 1_790_000_000_000;
    call = { userId: user, keyHash: hashOf(1), callHash: hashOf(2) };
    await db!.run('DELETE FROM keyed_calls');
  });

  it('is claimed once when many ask two processes at once', async () => {
    const asked = Array.from({ length: 40 }, (_, n) => both()[n % 2]!.claim(call));
    const got = await Promise.allSettled(asked);
    expect(got.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of got)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ statusCode: 409, more: { retryAfterSeconds: 1 } });
  });

  it('answers on any process what was kept, and nothing else', async () => {
    const [one, two] = both();
    const text = 'Grüße 🥖 "\\ \u0000 \u2028';
    await one.keep(await claim(one), { body: { text } });
    expect(await two.claim(call)).toEqual({ body: { text } });
    expect(await refusal(two.claim({ ...call, callHash: hashOf(3) }))).toMatch(/^409 .* was used for/);
    const refused = { statusCode: 404, code: 'not_found', message: 'Gone.', more: {} };
    const next = { ...call, keyHash: hashOf(9) };
    await two.keep(await claim(two, next), { refusal: refused });
    expect(await one.claim(next)).toEqual({ refusal: refused });
  });

  it('may be claimed again once a process has died and its lease is over, by one of many', async () => {
    const dead = await claim();
    now += LEASE_MS - 1;
    expect(await refusal(callsOn(other!).claim(call))).toMatch(/^409 The first call .* running/);
    now += 1;
    expect(await refusal(callsOn(other!).claim({ ...call, callHash: hashOf(3) }))).toMatch(
      /^409 .* used for/,
    );
    const got = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => both()[n % 2]!.claim(call)));
    const claims = got.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(claims).toHaveLength(1);
    // It was not dead after all, and comes too late.
    await callsOn(db!).keep(dead, { body: 'late' });
    await callsOn(db!).release(dead);
    expect(await callsOn(db!).renew(dead)).toBe(0);
    await callsOn(db!).keep(claims[0] as Claim, { body: 'in time' });
    expect(await callsOn(db!).claim(call)).toEqual({ body: 'in time' });
  });

  it('stays claimed while its lease is renewed', async () => {
    const held = await claim();
    for (let n = 0; n < 4; n++) {
      now += LEASE_MS - 1;
      expect(await callsOn(db!).renew(held)).toBe(1);
    }
    expect(await refusal(callsOn(other!).claim(call))).toMatch(/^409/);
  });

  it('is free for any call once it was released', async () => {
    await callsOn(db!).release(await claim());
    expect(isClaim(await claim(callsOn(other!), { ...call, callHash: hashOf(3) }))).toBe(true);
  });

  it.each([
    ['is running', false],
    ['has an answer', true],
  ])('is free after 24 hours, and claimed by one, when it %s', async (_what, isAnswered) => {
    const held = await claim();
    if (isAnswered) await callsOn(db!).keep(held, { body: 1 });
    now += DAY_MS;
    const calls = Array.from({ length: 10 }, (_, n) =>
      both()[n % 2]!.claim({ ...call, callHash: hashOf(3) }),
    );
    const got = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled');
    expect(got).toHaveLength(1);
  });

  it('does not wait for a clock that was far ahead and is set back', async () => {
    now += 365 * DAY_MS;
    await claim();
    await callsOn(db!).keep(await claim(callsOn(db!), { ...call, keyHash: hashOf(9) }), { body: 1 });
    now -= 365 * DAY_MS;
    expect(isClaim(await claim())).toBe(true);
    await callsOn(db!).forgetOld();
    expect(await db!.rows('SELECT key_hash FROM keyed_calls')).toEqual([{ key_hash: call.keyHash }]);
  });

  it('makes nothing again when the answer was too large to be kept', async () => {
    const large = { body: randomBytes(1024 ** 2).toString('base64') };
    await callsOn(db!).keep(await claim(), large);
    expect(await refusal(callsOn(db!).claim(call))).toMatch(/^409 The call with this .* may have been made/);
    const next = { ...call, keyHash: hashOf(9) };
    const post = (id: number) => ({ id, description: 'Fresh bread, every day from six. '.repeat(100) });
    const fits = { body: { posts: Array.from({ length: 500 }, (_, id) => post(id)) } };
    await callsOn(db!).keep(await claim(callsOn(db!), next), fits);
    expect(await callsOn(other!).claim(next)).toEqual(fits);
  });

  it('opens an answer after a change of the key, and makes nothing again without the old one', async () => {
    await callsOn(db!, OLD).keep(await claim(), { body: 'sealed' });
    expect(await callsOn(db!, NEW, OLD).claim(call)).toEqual({ body: 'sealed' });
    expect(await refusal(callsOn(db!, NEW).claim(call))).toMatch(
      /^409 The call with this .* may have been made/,
    );
    jest.spyOn(Logger.prototype, 'log').mockReturnValue();
    const rotation = new KeyRotation(db!, cipherWith(NEW, OLD));
    rotation.include(SEALED_ANSWERS);
    await rotation.onApplicationBootstrap();
    expect(await callsOn(db!, NEW).claim(call)).toEqual({ body: 'sealed' });
  });

  it('renews the lease while the work takes long', async () => {
    jest.useFakeTimers({ doNotFake: [...ALL_BUT_INTERVALS] });
    let finish = (): void => undefined;
    const work = () => new Promise<string>((resolve) => (finish = () => resolve('done')));
    const first = new FirstCalls(callsOn(db!)).once(call, work);
    const held = async () => (await db!.row<any>('SELECT held_until FROM keyed_calls'))?.held_until;
    await eventually(
      () => Promise.resolve(jest.getTimerCount()),
      (count) => count === 1,
    );
    for (let n = 0; n < 10; n++) {
      await eventually(held, (until) => until === now + LEASE_MS);
      now += 15_000;
      jest.advanceTimersByTime(15_000);
    }
    expect(await refusal(callsOn(other!).claim(call))).toMatch(/^409 The first call .* running/);
    finish();
    expect(await first).toEqual({ done: 'done' });
    jest.advanceTimersByTime(60_000);
    expect([await held(), jest.getTimerCount()]).toEqual([0, 0]);
  });

  describe('among many', () => {
    let plans: Explainer;
    beforeAll(async () => {
      await db!.run('DELETE FROM keyed_calls');
      await insertRows(db!, 'keyed_calls', MANY, (n) => ({
        user_id: user,
        key_hash: hashOf(n + 1000),
        call_hash: hashOf(n),
        held_by: 'x',
        held_until: 0,
        begun: 0,
        answer: null,
        expires_at: 1_790_000_000_000 + DAY_MS + n,
      }));
      if (name === 'MariaDB') await open[0]!.query('ANALYZE TABLE keyed_calls');
    });
    afterEach(() => plans.stop());

    it('is claimed, ended, forgotten and deleted by an index', async () => {
      plans = new Explainer(db!, name);
      const calls = callsOn(db!);
      const held = await claim(calls);
      await calls.renew(held);
      await calls.keep(held, { body: 1 });
      await calls.claim(call);
      await calls.release(held);
      await claim(calls);
      now += LEASE_MS;
      await claim(calls);
      await calls.forgetOld();
      expect(plans.scansOf(['keyed_calls'])).toEqual([]);
      expect(plans.plans.length).toBeGreaterThanOrEqual(7);
      await forgetKeyedCalls(db!, user);
      expect(await db!.rows('SELECT id FROM keyed_calls')).toEqual([]);
    });
  });
});
