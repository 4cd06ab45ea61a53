import type { DataSource } from 'typeorm';
import { AuthLimits } from '../../backend/auth/auth-limits';
import { Clock } from '../../backend/common/time/clock';
import type { DomainError } from '../../backend/common/errors/errors';
import type { Database } from '../../backend/database/database';
import { eachDatabase, openDatabase } from '../support/databases';

const MINUTE_MS = 60_000;

eachDatabase((_name, makeConfig) => {
  const open: DataSource[] = [];
  let databases: Database[];
  let now: number;
  let limits: AuthLimits[];

  beforeAll(async () => {
    const config = await makeConfig();
    const both = [await openDatabase(config), await openDatabase(config)];
    open.push(...both.map(({ dataSource }) => dataSource));
    databases = both.map(({ db }) => db);
  });
  afterAll(async () => {
    for (const dataSource of open) await dataSource.destroy();
  });
  beforeEach(async () => {
    now = Date.now();
    const clock = Object.assign(new Clock(), { now: () => now });
    limits = databases.map((db) => new AuthLimits(db, clock));
    await databases[0]!.run('DELETE FROM limit_windows');
  });

  /** By the process n. */
  const attempt = (key: string, n = 0): Promise<'taken' | number> =>
    limits[n]!.consume('login', key).then(
      () => 'taken' as const,
      (refusal: unknown) => {
        const { statusCode, more } = refusal as DomainError;
        expect(statusCode).toBe(429);
        return more.retryAfterSeconds ?? 0;
      },
    );

  it('counts exactly when many ask two processes at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_each, n) => attempt('a', n % 2)));
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(10);
    expect(answers.filter((answer) => answer === 60)).toHaveLength(50);
  });

  it('begins a new window a minute after the first try, and tells how long that is', async () => {
    for (let n = 0; n < 10; n++) expect(await attempt('a', n % 2)).toBe('taken');
    now += MINUTE_MS - 20_500;
    expect(await attempt('a')).toBe(21);
    now += 20_499;
    expect(await attempt('a', 1)).toBe(1);
    now += 1;
    const answers = await Promise.all(Array.from({ length: 20 }, (_each, n) => attempt('a', n % 2)));
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(10);
  });

  it('counts the attempts of each key on their own', async () => {
    for (let n = 0; n < 10; n++) await attempt('a');
    expect([await attempt('a'), await attempt('b')]).toEqual([60, 'taken']);
    await expect(limits[0]!.consume('resetMailsOfAccount', 'a')).resolves.toBeUndefined();
  });

  it('stores no address, and nothing of a window that is over', async () => {
    await attempt('127.0.0.1 ada@example.com');
    const rows = () => databases[1]!.rows<{ id: string }>('SELECT * FROM limit_windows');
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(await rows()).toEqual([{ id: hash, used: 1, ends_at: now + MINUTE_MS }]);
    await limits[0]!.forgetEnded();
    expect(await rows()).toHaveLength(1);
    now += MINUTE_MS;
    await limits[0]!.forgetEnded();
    expect(await rows()).toEqual([]);
  });
});
