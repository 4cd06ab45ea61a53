import type { Account } from '../../accounts/account';
import { sampleAccount } from '../../accounts/sampleAccount';
import { accountNotices, placeOf, titleOfAccounts } from './accountNotices';

const now = Date.parse('2026-11-23T12:00:00Z');
const days = (n: number) => new Date(now + n * 24 * 3_600_000).toISOString();
const account = (id: number, name: string, more: Partial<Account> = {}) =>
  sampleAccount({ id, name, is_default: 0, ...more });
const titles = (...accounts: Account[]) => accountNotices(accounts, now).map(titleOfAccounts);

const PAUSED = { status: 'paused', paused_reason: 'Access was removed on Facebook. Connect again.' } as const;

describe('notices about accounts', () => {
  it('name the account and lead to its card', () => {
    const [notice, ...others] = accountNotices([account(1, 'Bakery', PAUSED), account(2, 'Garage')], now);
    expect(notice).toMatchObject({ what: 'paused', reason: PAUSED.paused_reason, resumesAt: null });
    expect(notice && [titleOfAccounts(notice), placeOf(notice)]).toEqual([
      'Bakery is paused.',
      '/dashboard/settings#account-1',
    ]);
    expect(others).toEqual([]);
  });

  it('say once what is the same, the worst first', () => {
    const ending = { expires_at: days(2.5), data_access_expires_at: days(1) };
    const found = accountNotices(
      [
        account(1, 'Bakery', { data_access_expires_at: days(0.5) }),
        account(2, 'Garage', ending),
        account(3, 'Museum', ending),
        ...[4, 5, 6, 7, 8].map((id) => account(id, `Shop ${id}`, PAUSED)),
      ],
      now,
    );
    expect(found.map(titleOfAccounts)).toEqual([
      'Shop 4, Shop 5 and 3 others are paused.',
      'Access to Garage and Museum ends in 3 days.',
      'Data access to Bakery ends in 1 day.',
    ]);
    expect(found.map(placeOf)).toEqual([
      '/dashboard/settings#account-4',
      '/dashboard/settings#account-2',
      '/dashboard/settings#account-1',
    ]);
  });

  it.each([
    [7.1, []],
    [7, ['Access to Bakery ends in 7 days.']],
    [0.1, ['Access to Bakery ends in 1 day.']],
    [-1, ['Access to Bakery has ended.']],
  ])('warn a week before the end: %s days', (left, expected) => {
    expect(titles(account(1, 'Bakery', { expires_at: days(left) }), account(2, 'Garage'))).toEqual(expected);
  });

  it('leave to the connection what it tells of the only account, but not the end of the data access', () => {
    expect(titles(account(1, 'Bakery', PAUSED))).toEqual([]);
    expect(titles(account(1, 'Bakery', { expires_at: days(1) }))).toEqual([]);
    expect(titles(account(1, 'Bakery', { data_access_expires_at: days(-2) }))).toEqual([
      'Data access to Bakery has ended.',
    ]);
  });
});
