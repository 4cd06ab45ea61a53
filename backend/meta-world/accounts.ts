import type { Answer } from './answer';

export interface Account {
  id: string;
  kind: 'page' | 'instagram';
  name: string;
  username?: string | undefined;
  category?: string | undefined;
  tasks?: string[] | undefined;
  /** Of a page. */
  instagram?: Account | undefined;
  /** Of an Instagram account: posts in 24 hours. */
  quota?: number | undefined;
}

/** Whom a token speaks for. */
export type Identity =
  | { kind: 'page'; token: string; page: Account }
  | { kind: 'user'; token: string; userId: string }
  | { kind: 'app'; token: string };

/** What `/debug_token` says of a good token. Instants are Unix seconds; 0: never. */
export interface TokenFacts {
  userId: string;
  /** `undefined`: Meta does not say. */
  scopes: string[] | undefined;
  targetsOf(scope: string): string[] | undefined;
  expiresAt: number;
  dataAccessExpiresAt: number;
}

/** Who there is, and what their tokens are good for. */
export interface Accounts {
  find(id: string): Account | undefined;
  identify(token: string): Identity | undefined;
  /** Why a token that is known is not taken. */
  refusalOf(token: string): Answer | undefined;
  /** Those that a person manages. */
  pagesOf(userId: string): Account[];
  /** Whether a page's token is good for that account; a person's is for what they manage. */
  mayActFor(identity: Identity, account: Account): boolean;
  /** The page's token, as whoever manages it reads it. */
  tokenOf(page: Account, identity: Identity): string | undefined;
  factsOf(identity: Identity): TokenFacts;
  /** The long-lived form. */
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
