import type { IncomingHttpHeaders } from 'node:http';
import { BoundedMap } from '../../../common/bounded-map';
import { NETWORKS, type NetworkName } from '../network';
import { asObject, numberOf, parsedIfText, textOf } from './json';
import { LONGEST_WAIT_MS, RATE_LIMIT_WAIT_MS } from './wait-times';

const A_MINUTE_MS = 60_000;

/** Per cent of what is allowed; from there on calls are refused (guide "Rate Limits"). */
const USED_UP = 100;

const MOST_TOKENS = 20_000;

/** Meta's names of the business use cases that posting belongs to. */
const NETWORK_OF: Partial<Record<string, NetworkName>> = { pages: 'facebook', instagram: 'instagram' };

/** Whose limit it is. */
type Scope = 'app' | NetworkName;
const SCOPES: readonly Scope[] = ['app', ...NETWORKS];

/**
 * How long to make no calls, by what the headers of all answers say, good ones too: calls beyond a limit are refused,
 * and make the wait longer. An app has one limit for all of its accounts, so that one account finds out for the others.
 */
export class Usage {
  private readonly restsUntil = new BoundedMap<string, number>(MOST_TOKENS);

  /** Without an app of one's own, each token may be another app's. `steady` counts milliseconds, and is never set. */
  constructor(
    private readonly hasApp: boolean,
    private readonly steady: () => number,
  ) {}

  /** A good answer: calls are taken again, unless its own headers say that it was the last. */
  noteGood(token: string, headers: IncomingHttpHeaders): void {
    for (const scope of SCOPES) this.restsUntil.delete(this.key(token, scope));
    this.note(token, headers);
  }

  /** `wholeApp`: for the limit of all of the app's accounts. */
  noteRefused(
    token: string,
    headers: IncomingHttpHeaders,
    { wholeApp, waitMs }: { wholeApp: boolean; waitMs?: number },
  ): void {
    this.note(token, headers);
    if (wholeApp) this.rest(token, 'app', waitMs);
  }

  /** 0: calls may be made. */
  restMs(token: string, network: NetworkName): number {
    const until = Math.max(
      this.restsUntil.get(this.key(token, 'app')) ?? 0,
      this.restsUntil.get(this.key(token, network)) ?? 0,
    );
    return Math.max(0, until - this.steady());
  }

  private note(token: string, headers: IncomingHttpHeaders): void {
    for (const { scope, waitMs } of limitsReachedIn(headers)) this.rest(token, scope, waitMs);
  }

  private rest(token: string, scope: Scope, waitMs = RATE_LIMIT_WAIT_MS): void {
    this.restsUntil.set(this.key(token, scope), this.steady() + Math.min(waitMs, LONGEST_WAIT_MS));
  }

  private key(token: string, scope: Scope): string {
    return scope === 'app' && this.hasApp ? 'app' : `${scope} ${token}`;
  }
}

/** Minutes, in X-Business-Use-Case-Usage; undefined where it names none. */
export function regainMs(headers: IncomingHttpHeaders): number | undefined {
  const longest = Math.max(0, ...useCasesIn(headers).map((useCase) => minutesOf(useCase)));
  return longest > 0 ? longest * A_MINUTE_MS : undefined;
}

/** `waitMs`: how long Meta says to stay away. */
function limitsReachedIn(headers: IncomingHttpHeaders): { scope: Scope; waitMs?: number }[] {
  const reached: { scope: Scope; waitMs?: number }[] = [];
  if (isUsedUp(asObject(parsedIfText(headers['x-app-usage'])))) reached.push({ scope: 'app' });
  if (isUsedUp(asObject(parsedIfText(headers['x-page-usage'])))) reached.push({ scope: 'facebook' });
  for (const useCase of useCasesIn(headers)) {
    const scope = NETWORK_OF[textOf(useCase.type) ?? ''];
    const minutes = minutesOf(useCase);
    if (scope && minutes > 0) reached.push({ scope, waitMs: minutes * A_MINUTE_MS });
    else if (scope && isUsedUp(useCase)) reached.push({ scope });
  }
  return reached;
}

function useCasesIn(headers: IncomingHttpHeaders): Record<string, unknown>[] {
  const usage = asObject(parsedIfText(headers['x-business-use-case-usage']));
  return Object.values(usage ?? {})
    .flatMap((entries) => (Array.isArray(entries) ? (entries as unknown[]) : []))
    .map((entry) => asObject(entry) ?? {});
}

const minutesOf = (useCase: Record<string, unknown>): number =>
  numberOf(useCase.estimated_time_to_regain_access) ?? 0;

const isUsedUp = (used: Record<string, unknown> = {}): boolean =>
  [used.call_count, used.total_time, used.total_cputime].some((share) => (numberOf(share) ?? 0) >= USED_UP);
