import { randomBytes } from 'node:crypto';
import type { Login, Store } from './store';

export interface LoginToken {
  login: Login;
  /** Ms since 1970. */
  expiresAt: number;
}

export type CodeProblem = 'malformed' | 'expired' | 'used' | 'other address';

const CODE_LIFE_MS = 600_000;
/** How long the two kinds of token live, in seconds. */
export const SHORT_LIFE_S = 7_200;
export const SIXTY_DAYS_S = 5_183_944;

const DATA_ACCESS_MS = 90 * 86_400_000;

const CODE = /^AQ-(\d{1,20})-([0-9a-f]{32})$/;
const TOKEN = /^login-(\d{1,20})-([0-9a-f]{32})-(short|long)$/;

/** Logins through the dialog: each gives one code, which is exchanged once for a token of the person. */
export class Logins {
  constructor(
    private readonly store: Store,
    private readonly now: () => number,
  ) {}

  /** @returns the code. */
  allow(choice: Omit<Login, 'at' | 'nonce'>): string {
    const at = this.now();
    const id = this.store.mintId(at);
    const nonce = randomBytes(16).toString('hex');
    return this.store.keep(id, 'login', { ...choice, at, nonce }) ? `AQ-${id}-${nonce}` : this.allow(choice);
  }

  /** Uses the code up, unless there is a problem. @returns a short-lived token. */
  redeem(code: string, appId: string, redirectUri: string): { token: string } | { problem: CodeProblem } {
    const [, id = '', nonce] = CODE.exec(code) ?? [];
    const login = this.store.read(id, 'login');
    if (!login || login.nonce !== nonce || login.appId !== appId) return { problem: 'malformed' };
    if (this.store.read(id, 'redeemed')) return { problem: 'used' };
    if (this.now() >= login.at + CODE_LIFE_MS) return { problem: 'expired' };
    if (login.redirectUri !== redirectUri) return { problem: 'other address' };
    if (!this.store.keep(id, 'redeemed', { at: this.now() })) return { problem: 'used' };
    return { token: `login-${id}-${login.nonce}-short` };
  }

  /** Also of a token that has ended. */
  ofToken(token: string): LoginToken | undefined {
    const [, id = '', nonce, life] = TOKEN.exec(token) ?? [];
    const login = this.store.read(id, 'login');
    const redeemed = this.store.read(id, 'redeemed');
    if (!login || !redeemed || login.nonce !== nonce) return undefined;
    return { login, expiresAt: redeemed.at + 1000 * (life === 'long' ? SIXTY_DAYS_S : SHORT_LIFE_S) };
  }

  hasEnded(token: string): boolean {
    const known = this.ofToken(token);
    return known !== undefined && this.now() >= known.expiresAt;
  }
}

/** The long-lived form of a token; undefined if it comes from no login. */
export const longLived = (token: string): string | undefined =>
  TOKEN.test(token) ? token.replace(/-short$/, '-long') : undefined;

/** Whether a text holds such a token. */
export const holdsLoginToken = (text: string): boolean => /login-\d{1,20}-[0-9a-f]{32}-/.test(text);

export const granted = ({ asked, declined }: Login): string[] =>
  asked.filter((permission) => !declined.includes(permission));

/** When the app loses access to the person's data, in ms since 1970. */
export const dataAccessEnd = ({ at }: Login): number => at + DATA_ACCESS_MS;
