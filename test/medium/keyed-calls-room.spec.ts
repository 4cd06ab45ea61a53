import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { Clock } from '../../backend/common/time/clock';
import type { DomainError } from '../../backend/common/errors/errors';
import { SecretCipher } from '../../backend/config/secret-cipher';
import type { Database } from '../../backend/database/database';
import { query } from '../../backend/database/tables';
import { AnswerRoom, MOST_KEYS } from '../../backend/keyed-calls/answer-room';
import { forgettingAnswers } from '../../backend/keyed-calls/forget-keyed-calls';
import { KeyedCalls, type Claim } from '../../backend/keyed-calls/keyed-calls';
import { eachDatabase, openDatabase } from '../support/databases';
import { insertRows } from '../support/many-accounts';
import { Explainer } from '../support/query-plans';

jest.setTimeout(60_000);

const DAY_MS = 86_400_000;
const NOW = 1_790_000_000_000;
const hashOf = (n: number) => n.toString(16).padStart(64, '0');

eachDatabase((name, makeConfig) => {
  let dataSource: DataSource;
  let db: Database;
  let calls: KeyedCalls;
  let now: number;
  let [user, other]: number[] = [];

  beforeAll(async () => {
    ({ dataSource, db } = await openDatabase(await makeConfig()));
    const clock = Object.assign(new Clock(), { now: () => now });
    const cipher = new SecretCipher({ jwt: '', encryption: [randomBytes(32)] });
    calls = new KeyedCalls(db, new AnswerRoom(db, clock), cipher, clock);
    const person = { name: 'A', password_hash: 'x', created_at: 1 };
    user = await db.insert('users', { ...person, email: 'a@example.com' });
    other = await db.insert('users', { ...person, email: 'b@example.com' });
  });
  afterAll(() => dataSource.destroy());
  beforeEach(async () => {
    now = NOW;
    await db.run('DELETE FROM keyed_calls');
  });

  const call = (n: number, userId = user!) => ({ userId, keyHash: hashOf(n), callHash: hashOf(n) });
  const claim = async (n: number, userId = user) => (await calls.claim(call(n, userId))) as Claim;
  /** Answers that were kept an hour ago. */
  const kept = (count: number, bytes: number, from = 1_000) =>
    insertRows(db, 'keyed_calls', count, (n) => ({
      user_id: user!,
      key_hash: hashOf(from + n),
      call_hash: hashOf(from + n),
      held_by: 'x',
      held_until: 0,
      begun: 1,
      answer: null,
      answer_bytes: bytes,
      expires_at: NOW + DAY_MS - 3_600_000,
    }));
  const refusal = (got: Promise<unknown>) =>
    got.then(
      () => undefined,
      (error: unknown) => error as DomainError,
    );

  it('is for so many keys of a user, and known keys get their answers beyond', async () => {
    const held = await claim(1);
    await calls.keep(held, { body: 'kept' });
    await kept(MOST_KEYS - 2, 0);
    await calls.keep(await claim(2), { body: 'last' });
    const refused = await refusal(claim(3));
    expect(refused).toMatchObject({ statusCode: 429, code: 'too_many_requests' });
    expect(refused!.message).toMatch(
      /^You have used 5,000 Idempotency-Keys within 24 hours, or their answers /,
    );
    expect(refused!.more.retryAfterSeconds).toBe(23 * 3600);
    expect(await calls.claim(call(1))).toEqual({ body: 'kept' });
    expect((await refusal(calls.claim({ ...call(1), callHash: hashOf(9) })))!.statusCode).toBe(409);
    expect('by' in (await claim(3, other))).toBe(true);
    now += DAY_MS - 3_600_000;
    expect('by' in (await claim(3))).toBe(true);
  });

  it('is for so many bytes of kept answers, however they came to be fewer again', async () => {
    await kept(18, 1024 ** 2);
    const large = { body: randomBytes(700_000).toString('base64') };
    await calls.keep(await claim(1), large);
    const [row] = await db.rows<any>('SELECT answer_bytes, answer FROM keyed_calls WHERE key_hash = ?', [
      hashOf(1),
    ]);
    expect(row.answer_bytes).toBe(row.answer.length);
    await calls.keep(await claim(2), large);
    expect((await refusal(claim(3)))!.statusCode).toBe(429);
    expect(await calls.claim(call(1))).toEqual(large);
    const mine = query.selectFrom('users').select('id as user_id').where('id', '=', user!);
    await db.atomically([forgettingAnswers(mine)]);
    expect('by' in (await claim(3))).toBe(true);
  });

  it('is found by one index that has all of it, and reads no more keys than there may be', async () => {
    await kept(3 * MOST_KEYS, 10);
    if (name === 'MariaDB') await dataSource.query('ANALYZE TABLE keyed_calls');
    const plans = new Explainer(db, name);
    await refusal(claim(3));
    plans.stop();
    const [room] = plans.plans;
    expect(room!.sql).toMatch(/limit \?/i);
    expect(room!.text).toMatch(
      name === 'SQLite' ? /SEARCH .*COVERING INDEX keyed_calls_room/ : /by keyed_calls_room.*Using index/,
    );
    expect(plans.scansOf(['keyed_calls'])).toEqual([]);
  });
});
