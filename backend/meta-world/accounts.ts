import type { Answer } from './answer';
import { dataAccessEnd, granted, type LoginToken } from './logins';
import type { Login } from './store';

export interface Account {
  id: string;
  kind: 'page' | 'instagram';
  name: string;
  username?: string | undefined;
  category?: string | undefined;
  tasks?: string[] | undefined;
  /** The Instagram account of a Page. */
  instagram?: Account | undefined;
  /** Posts per 24 hours, for an Instagram account. */
  quota?: number | undefined;
  pictureUrl?: string | undefined;
}

/** The holder of an access token. */
export type Identity =
  | { kind: 'page'; token: string; page: Account; login?: Login }
  | { kind: 'user'; token: string; userId: string; login?: Login }
  | { kind: 'app'; token: string };

/** The facts of a valid token for `/debug_token`. Times are Unix seconds; 0 is never. */
export interface TokenFacts {
  userId: string;
  /** undefined if Meta does not list them. */
  scopes: string[] | undefined;
  targetsOf(scope: string): string[] | undefined;
  expiresAt: number;
  dataAccessExpiresAt: number;
}

/** What `/debug_token` says of a token of a login. `instagramOf`: the Instagram account of a Page. */
export function factsOfLogin(
  { login, expiresAt }: LoginToken,
  instagramOf: (page: string) => string | undefined,
): TokenFacts {
  const instagrams = login.pages.flatMap((page) => instagramOf(page) ?? []);
  return {
    userId: login.userId,
    scopes: granted(login),
    targetsOf: (scope) => (scope.startsWith('instagram') ? instagrams : login.pages),
    expiresAt: Math.floor(expiresAt / 1000),
    dataAccessExpiresAt: Math.floor(dataAccessEnd(login) / 1000),
  };
}

/** Accounts and access tokens. */
export interface Accounts {
  find(id: string): Account | undefined;
  identify(token: string): Identity | undefined;
  /** The error for a known token that is expired or revoked. */
  refusalOf(token: string): Answer | undefined;
  /** The Pages that a person manages. */
  pagesOf(userId: string): Account[];
  /** Whether the token may be used for this account. */
  mayActFor(identity: Identity, account: Account): boolean;
  /** The Page's access token, as this caller reads it. */
  tokenOf(page: Account, identity: Identity): string | undefined;
  factsOf(identity: Identity): TokenFacts;
  /** @returns the long-lived token for it. */
  exchange(token: string): string;
}

/** The permissions that publishing needs. */
export const PERMISSIONS = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'instagram_basic',
  'instagram_content_publish',
];
