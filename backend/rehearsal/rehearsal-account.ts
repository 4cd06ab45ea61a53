import {
  factsOfLogin,
  PERMISSIONS,
  type Account,
  type Accounts,
  type Identity,
  type TokenFacts,
} from '../meta-world/accounts';
import { tokenExpired, tokenInvalid, type Answer } from '../meta-world/answer';
import type { MetaApp } from '../meta-world/call';
import type { Logins, LoginToken } from '../meta-world/logins';
import { isMinted, type RehearsalStore } from './rehearsal-store';

export const REHEARSAL_TOKEN = 'rehearsal-token';
export const REHEARSAL_PAGE_ID = '100000000000001';
export const REHEARSAL_INSTAGRAM_ID = '17840000000000001';

/** An account id. Also makes the id safe as a part of a path. */
export const ACCOUNT_ID = /^\d{1,20}$/;

const INSTAGRAM_ID = /^1784\d{13}$/;
const USER_ID = '10000000000000001';

/** Who is signed in at the login dialog. */
export const REHEARSAL_PERSON = '10000000000000002';

/** Somebody else who may answer it: who manages many Pages. */
export const PERSON_OF_MANY = '10000000000000003';

type Told = Pick<Account, 'name' | 'tasks'> & { instagramId?: string };

/** Pages of this person, different from each other as real ones are. Any other Page has the default Instagram account. */
const TOLD: Record<string, Told> = {
  [REHEARSAL_PAGE_ID]: { name: 'Rehearsal Page', instagramId: REHEARSAL_INSTAGRAM_ID },
  '100000000000012': { name: 'Rehearsal Café', instagramId: '17840000000000012' },
  '100000000000013': { name: 'Rehearsal Studio' },
  '100000000000014': { name: 'Rehearsal Club', tasks: ['ANALYZE', 'MODERATE', 'MESSAGING'] },
};

const MANY = 60;

/** Every third of them has no Instagram account. */
const PAGES_OF_MANY: Record<string, Told> = Object.fromEntries(
  Array.from({ length: MANY }, (_, n) => [
    String(100_000_000_000_100 + n),
    {
      name: `Rehearsal Branch ${n + 1}`,
      ...(n % 3 !== 2 && { instagramId: String(17_840_000_000_000_100 + n) }),
    },
  ]),
);

const ALL_TOLD: Record<string, Told> = { ...TOLD, ...PAGES_OF_MANY };

export const isInstagram = (id: string) => INSTAGRAM_ID.test(id);

export function accountName(id: string): string {
  if (isInstagram(id)) return `@${username(id)}`;
  return ALL_TOLD[id]?.name ?? `Rehearsal Page ${id.slice(-4)}`;
}

function username(id: string): string {
  const isDefault = id === REHEARSAL_INSTAGRAM_ID || id === REHEARSAL_PAGE_ID;
  return isDefault ? 'rehearsal_page' : `rehearsal_page_${id.slice(-4)}`;
}

/** The access token of a Page in `/me/accounts`. `pageOf` is the inverse. One that comes of a login carries its token. */
export function pageToken(pageId: string, loginToken?: string): string {
  if (loginToken !== undefined) return `${REHEARSAL_TOKEN}-${pageId}-${loginToken}`;
  return pageId === REHEARSAL_PAGE_ID ? REHEARSAL_TOKEN : `${REHEARSAL_TOKEN}-${pageId}`;
}

const PAGE_TOKEN = /^rehearsal-token(?:-(\d{1,20})(?:-(login-[\w-]+))?)?$/;

/** The Page of `/me` for a token of `pageToken`; the default Page for any other token. */
export function pageOf(token: string): string {
  return PAGE_TOKEN.exec(token)?.[1] ?? REHEARSAL_PAGE_ID;
}

/**
 * Any id is an account, and every token of the rehearsal is valid for all of them. Tokens with the prefix `user-` are
 * user tokens: only they have `/me/accounts`, as on Meta's network.
 */
export class RehearsalAccounts implements Accounts {
  constructor(
    private readonly store: RehearsalStore,
    private readonly logins: Logins,
    private readonly app?: MetaApp,
  ) {}

  find(id: string): Account | undefined {
    if (!ACCOUNT_ID.test(id) || isMinted(id)) return undefined;
    const account = { id, username: username(id) };
    if (isInstagram(id)) return { ...account, kind: 'instagram', name: 'Rehearsal' };
    const { instagramId, tasks } = ALL_TOLD[id] ?? { instagramId: REHEARSAL_INSTAGRAM_ID };
    const instagram = instagramId === undefined ? undefined : this.find(instagramId);
    return { ...account, kind: 'page', name: accountName(id), category: 'Rehearsal', tasks, instagram };
  }

  /** The default accounts, then those that calls have named. */
  known(): string[] {
    return [...new Set([REHEARSAL_PAGE_ID, REHEARSAL_INSTAGRAM_ID, ...this.store.namedAccounts()])];
  }

  identify(token: string): Identity | undefined {
    if (this.app && token === `${this.app.id}|${this.app.secret}`) return { kind: 'app', token };
    const login = this.logins.ofToken(token)?.login;
    if (login) return { kind: 'user', token, userId: login.userId, login };
    if (/^user-[\w-]{1,64}$/.test(token)) return { kind: 'user', token, userId: USER_ID };
    const page = PAGE_TOKEN.test(token) ? this.find(pageOf(token)) : undefined;
    const of = this.loginOf(token);
    return page && { kind: 'page', token, page, ...(of && { login: of.login }) };
  }

  refusalOf(token: string): Answer | undefined {
    if (token.startsWith('expired') || this.logins.hasEnded(token)) return tokenExpired();
    return this.identify(token) ? undefined : tokenInvalid();
  }

  pagesOf(userId: string): Account[] {
    if (userId === PERSON_OF_MANY) return Object.keys(PAGES_OF_MANY).flatMap((id) => this.find(id) ?? []);
    const told = userId === REHEARSAL_PERSON ? Object.keys(TOLD) : [];
    const ids = new Set([...told, ...this.known()]);
    return [...ids].flatMap((id) => (isInstagram(id) ? [] : (this.find(id) ?? [])));
  }

  mayActFor(): boolean {
    return true;
  }

  tokenOf({ id }: Account, identity: Identity): string {
    if (identity.kind === 'page') return identity.token;
    return pageToken(id, identity.kind === 'user' && identity.login ? identity.token : undefined);
  }

  factsOf(identity: Identity): TokenFacts {
    const known = this.loginOf(identity.token);
    if (known) return factsOfLogin(known, (page) => this.find(page)?.instagram?.id);
    const userId = identity.kind === 'page' ? REHEARSAL_PERSON : USER_ID;
    return { userId, scopes: PERMISSIONS, targetsOf: () => undefined, expiresAt: 0, dataAccessExpiresAt: 0 };
  }

  exchange(token: string): string {
    return token;
  }

  /** Of a person's token, or of a Page's, which does not end. */
  private loginOf(token: string): LoginToken | undefined {
    const ofPage = PAGE_TOKEN.exec(token)?.[2];
    if (ofPage === undefined) return this.logins.ofToken(token);
    const known = this.logins.ofToken(ofPage);
    return known && { ...known, expiresAt: 0 };
  }
}
