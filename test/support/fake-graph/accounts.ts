import {
  factsOfLogin,
  PERMISSIONS,
  type Account,
  type Accounts,
  type Identity,
  type TokenFacts,
} from '../../../backend/meta-world/accounts';
import { metaError, tokenExpired, type Answer } from '../../../backend/meta-world/answer';
import type { Choice } from '../../../backend/meta-world/call';
import { holdsLoginToken, SIXTY_DAYS_S, type Logins } from '../../../backend/meta-world/logins';

export interface PageSpec {
  id: string;
  name: string;
  token: string;
  /** The token of the person who manages the page; one person may manage several pages. */
  userToken?: string;
  userId?: string;
  igId?: string;
  igUsername?: string;
  tasks?: string[];
  /** null: Meta does not list them. */
  scopes?: string[] | null;
  /** The objects that a permission was granted for. By default the Page and its Instagram account. */
  grantedFor?: Record<string, string[]>;
  /** Unix seconds; 0: never. */
  expiresAt?: number;
  dataAccessExpiresAt?: number;
  igQuota?: number;
  pictureUrl?: string;
}

/** How the person answers login dialogs. By default the manager of the first Page allows everything. */
export interface DialogAnswer {
  cancel?: boolean;
  userId?: string;
  /** Permissions that the person unticks. */
  declined?: string[];
  /** The ids of the Pages that the person ticks. */
  pages?: string[];
}

const APP_TOKEN = /^\d+\|.+$/;

/** The Pages that a test has added. */
export class FakeAccounts implements Accounts {
  private readonly pages = new Map<string, PageSpec>();
  private readonly refused = new Map<string, Answer>();
  /** The original token by its long-lived form. */
  private readonly exchanged = new Map<string, string>();

  constructor(
    private readonly now: () => number,
    private readonly logins: Logins,
  ) {}

  add(page: PageSpec): void {
    this.pages.set(page.id, page);
  }

  /** The Page with this id or this Instagram account. */
  specOf(id: string): PageSpec | undefined {
    return this.pages.get(id) ?? [...this.pages.values()].find(({ igId }) => igId === id);
  }

  find(id: string): Account | undefined {
    const page = this.specOf(id);
    if (!page) return undefined;
    const instagram = instagramOf(page);
    if (id !== page.id) return instagram;
    const { name, tasks, pictureUrl } = page;
    return { id, kind: 'page', name, tasks, instagram, pictureUrl };
  }

  identify(token: string): Identity | undefined {
    const original = this.original(token);
    for (const spec of this.pages.values()) {
      const page = this.find(spec.id);
      if (page && spec.token === original) return { kind: 'page', page, token };
      if (spec.userToken === original) return { kind: 'user', userId: userIdOf(spec), token };
    }
    const login = this.logins.ofToken(token)?.login;
    if (login) return { kind: 'user', token, userId: login.userId, login };
    return APP_TOKEN.test(token) ? { kind: 'app', token } : undefined;
  }

  refusalOf(token: string): Answer | undefined {
    const ended = this.logins.hasEnded(token) ? tokenExpired() : undefined;
    return ended ?? this.refused.get(token) ?? this.refused.get(this.original(token));
  }

  pagesOf(userId: string): Account[] {
    return this.specsOf(userId).flatMap(({ id }) => this.find(id) ?? []);
  }

  mayActFor(identity: Identity, account: Account): boolean {
    const page = this.specOf(account.id);
    if (identity.kind === 'page') return identity.page.id === page?.id;
    return identity.kind === 'user' && this.specsOf(identity.userId).some((spec) => spec === page);
  }

  tokenOf(page: Account, { kind, token }: Identity): string | undefined {
    const own = this.pages.get(page.id)?.token;
    if (kind === 'app' || own === undefined) return undefined;
    // A long-lived user token reads Page tokens that do not expire.
    const isLong = this.exchanged.has(token) || token.endsWith('-long');
    return kind === 'user' && isLong ? this.exchange(own) : own;
  }

  factsOf(identity: Identity): TokenFacts {
    const known = this.logins.ofToken(identity.token);
    if (known) return factsOfLogin(known, (page) => this.specOf(page)?.igId);
    const isPage = identity.kind === 'page';
    const userId = identity.kind === 'user' ? identity.userId : '';
    const specs = isPage ? [this.pages.get(identity.page.id)!] : this.specsOf(userId);
    const [spec] = specs as [PageSpec];
    const longLived = isPage ? 0 : Math.floor(this.now() / 1000) + SIXTY_DAYS_S;
    return {
      userId: userIdOf(spec),
      scopes: spec.scopes === null ? undefined : (spec.scopes ?? PERMISSIONS),
      // A user token is valid for all Pages of the person.
      targetsOf: (scope) =>
        spec.grantedFor?.[scope] ??
        specs.map(({ id, igId }) => (scope.startsWith('instagram') ? (igId ?? id) : id)),
      expiresAt: this.exchanged.has(identity.token) ? longLived : (spec.expiresAt ?? 0),
      dataAccessExpiresAt: spec.dataAccessExpiresAt ?? 0,
    };
  }

  exchange(token: string): string {
    const longLived = `${this.original(token)}LONG`;
    this.exchanged.set(longLived, this.original(token));
    return longLived;
  }

  choose({ cancel = false, userId, declined = [], pages }: DialogAnswer): Choice {
    const first = [...this.pages.values()].find(({ userToken }) => userToken !== undefined);
    const person = userId ?? (first && userIdOf(first));
    if (cancel || person === undefined) return null;
    return { userId: person, declined, pages: pages ?? this.specsOf(person).map(({ id }) => id) };
  }

  revoke(token: string, subcode: number, message: string): void {
    this.refused.set(token, metaError(190, subcode, message));
  }

  restore(token: string): void {
    this.refused.delete(token);
  }

  isTokenIn(text: string): boolean {
    const tokens = [...this.pages.values()].flatMap((page) => [page.token, page.userToken ?? page.token]);
    return (
      holdsLoginToken(text) || [...tokens, ...this.exchanged.keys()].some((token) => text.includes(token))
    );
  }

  private original(token: string): string {
    return this.exchanged.get(token) ?? token;
  }

  private specsOf(userId: string): PageSpec[] {
    return [...this.pages.values()].filter(
      (page) => page.userToken !== undefined && userIdOf(page) === userId,
    );
  }
}

function instagramOf({ igId, igUsername = 'someone', igQuota, name }: PageSpec): Account | undefined {
  return igId === undefined
    ? undefined
    : { id: igId, kind: 'instagram', name, username: igUsername, quota: igQuota };
}

const userIdOf = (page: PageSpec): string => page.userId ?? `77${page.id}`;
