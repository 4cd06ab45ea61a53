import { relative } from '../../../format';
import type { Account } from '../../accounts/account';
import { TEXTS as NETWORKS } from '../../accounts/texts';
import { TEXTS } from './texts';

const DAY_MS = 86_400_000;
const WARNED_MS = 7 * DAY_MS;

/** The state of an account in a sentence. */
export function stateOf({ status, network, paused_reason: reason }: Account): string {
  switch (status) {
    case 'unverified':
      return TEXTS.unverified;
    case 'connected':
      return TEXTS.connected;
    case 'paused':
      return reason ?? TEXTS.refused(NETWORKS[network]);
  }
}

/** What ends soon although nothing has failed yet. */
export function dataAccessWarning({ data_access_expires_at: at }: Account, now: number): string | undefined {
  if (at === null || Date.parse(at) > now + WARNED_MS) return undefined;
  return Date.parse(at) <= now ? TEXTS.dataAccessEnded : TEXTS.dataAccessEnds(relative(at, now));
}

/** Whether to reconnect is what the account needs next. */
export function needsReconnect(account: Account, now: number): boolean {
  const { status, resumes_at: resumes, expires_at: ends } = account;
  const endsSoon = ends !== null && Date.parse(ends) <= now + WARNED_MS;
  return (status === 'paused' && resumes === null) || endsSoon || Boolean(dataAccessWarning(account, now));
}
