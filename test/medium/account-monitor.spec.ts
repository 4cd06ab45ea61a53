import { SchedulerRegistry } from '@nestjs/schedule';
import { AccountMonitor } from '../../backend/accounts/checks/account-monitor';
import type { AccountChecks } from '../../backend/accounts/checks/account-checks';
import type { AccountMails } from '../../backend/accounts/mails/account-mails';
import { AccountsService } from '../../backend/accounts/accounts.service';
import { ExpiryWarnings } from '../../backend/accounts/checks/expiry-warnings';
import type { Config } from '../../backend/config/config';
import type { SecretCipher } from '../../backend/config/secret-cipher';
import { insertStatement, type Database } from '../../backend/database/database';
import { eachDatabase, openDatabase } from '../support/databases';
import { clockOf } from '../support/test-clock';

const USERS = 250;
const DAY = 86_400_000;
const PAUSE = 15 * 60_000;
const NOON = Date.UTC(2040, 0, 1, 12);

eachDatabase((_, makeConfig) => {
  let db: Database;
  let close: () => Promise<void>;
  let checked: number[];
  let atOnce = 0;
  let isReached = true;
  let isFailing = false;
  let mostAtOnce = 0;

  beforeAll(async () => {
    const opened = await openDatabase(await makeConfig());
    ({ db } = opened);
    close = () => opened.dataSource.destroy();
    const ids = Array.from({ length: USERS }, (_none, n) => n + 1);
    await db.atomically([
      insertStatement(
        'users',
        ids.map((id) => ({
          id,
          name: 'U',
          email: `u${id}@example.com`,
          password_hash: 'none',
          created_at: 0,
        })),
      ),
      insertStatement(
        'accounts',
        ids.map((id) => ({
          user_id: id,
          network: 'facebook',
          remote_id: String(id),
          token: 'sealed',
          is_default: 1,
          verified_at: 1,
          paused_reason: id === 7 ? 'No.' : null,
          next_check_at: NOON - id,
        })),
      ),
    ]);
  });
  beforeEach(() => {
    isReached = true;
    isFailing = false;
  });
  afterAll(() => close());

  const checks = {
    checkSome: async (id: number) => {
      checked.push(id);
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 10));
      atOnce--;
      if (isFailing) throw new Error('away');
      return isReached ? [] : [id];
    },
  } as unknown as AccountChecks;

  async function round(now: number): Promise<number> {
    checked = [];
    const config = { role: 'all', http: { publicUrl: '' } } as Config;
    const registry = new SchedulerRegistry();
    const clock = clockOf(() => now);
    const accounts = new AccountsService({} as SecretCipher, db, clock);
    const mails = {} as AccountMails;
    const warnings = new ExpiryWarnings(db, mails, clock);
    const care = new AccountMonitor(db, accounts, checks, warnings, registry, config, clock);
    care.onApplicationBootstrap();
    await care.round();
    care.beforeApplicationShutdown();
    return checked.length;
  }

  it('asks about every account that is due, however many, a few at a time, and again a day later', async () => {
    expect(await round(NOON)).toBe(USERS - 1);
    expect(new Set(checked).size).toBe(USERS - 1);
    expect(checked).not.toContain(7);
    expect(mostAtOnce).toBe(8);
    expect(await round(NOON + DAY - 1)).toBe(0);
    expect(await round(NOON + DAY)).toBe(USERS - 1);
  });

  it('leaves an account to the process that was there first', async () => {
    await Promise.all([round(NOON + 2 * DAY), round(NOON + 2 * DAY)]);
    expect([checked.length, new Set(checked).size]).toEqual([USERS - 1, USERS - 1]);
    expect(await db.rows('SELECT DISTINCT next_check_at AS at FROM accounts')).toEqual([
      { at: NOON + 3 * DAY },
    ]);
  });

  it('asks again after a short pause when the network was not reached', async () => {
    isReached = false;
    expect(await round(NOON + 3 * DAY)).toBe(USERS - 1);
    isReached = true;
    expect(await round(NOON + 3 * DAY + PAUSE - 1)).toBe(0);
    expect(await round(NOON + 3 * DAY + PAUSE)).toBe(USERS - 1);
    expect(await round(NOON + 3 * DAY + 2 * PAUSE)).toBe(0);
  });

  it('asks again after a short pause when nothing came of a check, as when the process dies', async () => {
    await db.run('UPDATE accounts SET next_check_at = NULL WHERE user_id <> 1');
    isFailing = true;
    expect(await round(NOON + 5 * DAY)).toBe(1);
    isFailing = false;
    expect(await round(NOON + 5 * DAY + PAUSE - 1)).toBe(0);
    expect(await round(NOON + 5 * DAY + PAUSE)).toBe(1);
    expect(await round(NOON + 6 * DAY)).toBe(0);
    expect(await round(NOON + 6 * DAY + PAUSE)).toBe(1);
  });
});
