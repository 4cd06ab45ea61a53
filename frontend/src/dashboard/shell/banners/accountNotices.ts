import { isolated, plural } from '../../../format';
import { hasChoice, nameOf, type Account } from '../../accounts/account';
import { TEXTS } from './texts';

/** A notice about one account, or about several if it is the same. */
export type AccountNotice = { accounts: Account[] } & (
  | { what: 'paused'; reason: string | null; resumesAt: string | null }
  | { what: 'ending' | 'data'; daysLeft: number }
);

const DAY_MS = 24 * 3_600_000;
const WARNED_DAYS = 7;
const NAMED = 3;

/** The worst first. With one account of each network, only of what the banners of the connection do not tell. */
export function accountNotices(accounts: readonly Account[], now: number): AccountNotice[] {
  const found = accounts.flatMap((account) => noticesOf(account, now, hasChoice(accounts)));
  const together = new Map<string, AccountNotice>();
  for (const notice of found) {
    const same = together.get(keyOf(notice));
    if (same) same.accounts.push(...notice.accounts);
    else together.set(keyOf(notice), notice);
  }
  return [...together.values()].sort((a, b) => RANK[a.what] - RANK[b.what]);
}

const RANK = { paused: 0, ending: 1, data: 2 };

function noticesOf(account: Account, now: number, several: boolean): AccountNotice[] {
  const { status, paused_reason: reason, resumes_at: resumesAt } = account;
  if (status === 'paused') return several ? [{ what: 'paused', accounts: [account], reason, resumesAt }] : [];
  const ends = daysLeft(account.expires_at, now);
  const dataEnds = daysLeft(account.data_access_expires_at, now);
  // Connecting again renews both; the end of the token is the worse one.
  if (ends !== undefined) return several ? [{ what: 'ending', accounts: [account], daysLeft: ends }] : [];
  return dataEnds === undefined ? [] : [{ what: 'data', accounts: [account], daysLeft: dataEnds }];
}

/** Rounded up to whole days, as in the mails; undefined while there is time. */
function daysLeft(at: string | null, now: number): number | undefined {
  if (at === null) return undefined;
  const days = Math.max(0, Math.ceil((Date.parse(at) - now) / DAY_MS));
  return days <= WARNED_DAYS ? days : undefined;
}

const keyOf = (notice: AccountNotice) => JSON.stringify({ ...notice, accounts: [] });

/** 'Bakery is paused.', 'Bakery and Garage end in 3 days.' */
export function titleOfAccounts(notice: AccountNotice): string {
  const names = namesOf(notice.accounts);
  const many = notice.accounts.length > 1;
  if (notice.what === 'paused') return TEXTS.accountsPaused(names, many);
  const { daysLeft: days, what } = notice;
  if (days === 0) return what === 'data' ? TEXTS.dataAccessEnded(names) : TEXTS.accessEnded(names);
  const left = plural(days, 'day');
  return what === 'data' ? TEXTS.dataAccessEnds(names, left) : TEXTS.accessEnds(names, left);
}

function namesOf(accounts: readonly Account[]): string {
  const names = accounts.map((account) => isolated(nameOf(account)));
  const shown =
    names.length > NAMED ? [...names.slice(0, NAMED - 1), TEXTS.others(names.length - NAMED + 1)] : names;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}` : shown.join('');
}

/** The card of the account; those with the same trouble stand beside it. */
export const placeOf = ({ accounts: [first] }: AccountNotice) =>
  `/dashboard/settings${first ? `#account-${first.id}` : ''}`;
