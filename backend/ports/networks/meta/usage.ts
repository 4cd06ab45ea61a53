import type { IncomingHttpHeaders } from 'node:http';
import { BoundedMap } from '../../../common/limits/bounded-map';
import { NETWORKS, type NetworkName } from '../network';
import { asObject, numberOf, parsedIfText, textOf } from './json';
import { LONGEST_WAIT_MS } from '../values';
import { RATE_LIMIT_WAIT_MS } from './wait-times';

const A_MINUTE_MS = 60_000;

/** Percentage of the allowed usage from which calls are refused (guide "Rate Limits"). */
const USED_UP = 100;

const MOST_TOKENS = 20_000;

/** Meta's names of the business use cases that posting belongs to. */
const NETWORK_OF: Partial<Record<string, NetworkName>> = { pages: 'facebook', instagram: 'instagram' };

/** What a limit applies to. */
type Scope = 'app' | NetworkName;
const SCOPES: readonly Scope[] = ['app', ...NETWORKS];

/** The account that a token speaks for, on each network, as far as it is known. */
export type Accounts = Partial<Record<NetworkName, string>>;

/** The key of what rests every account. */
const WHOLE_APP = 'app';

const keyOf = (token: string, scope: Scope) => `${scope} ${token}`;

/**
 * Tracks how long to make no calls, by the headers of all answers, good ones too: calls beyond a limit are refused and
 * lengthen the wait. An app has one limit for all of its accounts, so one account finds out for the others. Anybody may
 * paste a token of an app of their own: what is said of its limit is about that token alone.
 */
export class Usage {
  private readonly restsUntil = new BoundedMap<string, number>(MOST_TOKENS);
  private readonly ours = new BoundedMap<string, true>(MOST_TOKENS);
  private readonly accounts = new BoundedMap<string, Accounts>(MOST_TOKENS);

  /** `steady`: milliseconds of a clock that is never set. */
  constructor(private readonly steady: () => number) {}

  /** From now on this token's answers speak for all accounts of the configured app. */
  noteOurs(token: string): void {
    this.ours.set(token, true);
  }

  /** From now on, where an answer tells of several accounts, this one's usage is what counts for the token. */
  noteAccount(token: string, network: NetworkName, accountId: string): void {
    this.accounts.set(token, { ...this.accountsOf(token), [network]: accountId });
  }

  accountsOf(token: string): Accounts {
    return this.accounts.get(token) ?? {};
  }

  /** A good answer ends the pauses, unless its own headers say that the limit is reached. */
  noteGood(token: string, headers: IncomingHttpHeaders): void {
    for (const scope of SCOPES) this.restsUntil.delete(keyOf(token, scope));
    if (this.ours.has(token)) this.restsUntil.delete(WHOLE_APP);
    this.note(token, headers);
  }

  /** `ofApp`: refused for the limit of all accounts of the token's app. */
  noteRefused(
    token: string,
    headers: IncomingHttpHeaders,
    { ofApp, waitMs }: { ofApp: boolean; waitMs?: number },
  ): void {
    this.note(token, headers);
    if (ofApp) this.rest(token, 'app', waitMs);
  }

  /** Remaining pause in ms; 0 when calls may be made. */
  restMs(token: string, network: NetworkName): number {
    const keys = [WHOLE_APP, keyOf(token, 'app'), keyOf(token, network)];
    const until = Math.max(...keys.map((key) => this.restsUntil.get(key) ?? -Infinity));
    return Math.max(0, until - this.steady());
  }

  private note(token: string, headers: IncomingHttpHeaders): void {
    for (const { scope, waitMs } of limitsReachedIn(headers, this.accountsOf(token)))
      this.rest(token, scope, waitMs);
  }

  private rest(token: string, scope: Scope, waitMs = RATE_LIMIT_WAIT_MS): void {
    const key = scope === 'app' && this.ours.has(token) ? WHOLE_APP : keyOf(token, scope);
    this.restsUntil.set(key, this.steady() + Math.min(waitMs, LONGEST_WAIT_MS));
  }
}

/** The use case that a code of an exceeded limit is about (guide "Rate Limits"). */
const NETWORK_LIMITED: Partial<Record<number, NetworkName>> = { 80001: 'facebook', 80002: 'instagram' };

/**
 * The longest wait in X-Business-Use-Case-Usage, in ms; undefined if it names none. Of posting only, and of the one
 * network that the refusal is about: the one of its code, else the one that was spoken to.
 */
export function regainMs(
  headers: IncomingHttpHeaders,
  { code, spokenTo, accounts }: { code?: number; spokenTo?: NetworkName; accounts?: Accounts } = {},
): number | undefined {
  const limited = NETWORK_LIMITED[code ?? NaN] ?? spokenTo;
  const minutes = useCasesIn(headers, accounts)
    .filter(({ network }) => network !== undefined && (limited ?? network) === network)
    .map(({ minutes }) => minutes);
  const longest = Math.max(0, ...minutes);
  return longest > 0 ? longest * A_MINUTE_MS : undefined;
}

/** `waitMs`: how long Meta says to wait. */
function limitsReachedIn(
  headers: IncomingHttpHeaders,
  accounts: Accounts,
): { scope: Scope; waitMs?: number }[] {
  const reached: { scope: Scope; waitMs?: number }[] = [];
  if (isUsedUp(asObject(parsedIfText(headers['x-app-usage'])))) reached.push({ scope: 'app' });
  if (isUsedUp(asObject(parsedIfText(headers['x-page-usage'])))) reached.push({ scope: 'facebook' });
  for (const { network, minutes, isUsedUp } of useCasesIn(headers, accounts)) {
    if (network && minutes > 0) reached.push({ scope: network, waitMs: minutes * A_MINUTE_MS });
    else if (network && isUsedUp) reached.push({ scope: network });
  }
  return reached;
}

interface UseCase {
  /** Undefined of what is not posting, such as advertising. */
  network: NetworkName | undefined;
  minutes: number;
  isUsedUp: boolean;
}

/** An answer may tell of several objects. Where the account is among them, the others' usage is not its own. */
function useCasesIn(headers: IncomingHttpHeaders, accounts: Accounts = {}): UseCase[] {
  const usage = asObject(parsedIfText(headers['x-business-use-case-usage'])) ?? {};
  const isOf = (id: string, { network }: UseCase) => {
    const account = network && accounts[network];
    return account === undefined || account === id || !(account in usage);
  };
  return Object.entries(usage).flatMap(([id, entries]) =>
    (Array.isArray(entries) ? (entries as unknown[]) : [])
      .map((entry) => useCaseOf(asObject(entry) ?? {}))
      .filter((useCase) => isOf(id, useCase)),
  );
}

const useCaseOf = (useCase: Record<string, unknown>): UseCase => ({
  network: NETWORK_OF[textOf(useCase.type) ?? ''],
  minutes: numberOf(useCase.estimated_time_to_regain_access) ?? 0,
  isUsedUp: isUsedUp(useCase),
});

const isUsedUp = (used: Record<string, unknown> = {}): boolean =>
  [used.call_count, used.total_time, used.total_cputime].some((share) => (numberOf(share) ?? 0) >= USED_UP);
