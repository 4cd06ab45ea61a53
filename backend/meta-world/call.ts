import type { Account, Accounts, Identity } from './accounts';
import type { Answer } from './answer';
import type { Kind } from './store';
import type { ProcessingPlan, World } from './world';

export type Host = 'graph' | 'rupload';

/** A file of a multipart body; only its sender's side knows where it lies. */
export interface UploadedFile {
  bytes: number;
  /** The first of them: what tells a picture from anything else. */
  head: Buffer;
  /** Behind what that object has already. */
  addTo(id: string): void;
}

export interface Settings {
  version: string;
  graphUrl: string;
  ruploadUrl: string;
  /** Meta is seen both ways: a reel waits at `upload_complete`, or is `ready`, before its finish. */
  readyBeforeFinish: boolean;
  permalink(kind: Kind, owner: string, id: string): string;
  /** With it, calls need a proof of the app's secret, and only the app may look at tokens. */
  app?: { id: string; secret: string } | undefined;
}

/** What became public, or will when it is processed. */
export interface Publication {
  kind: 'reel' | 'video' | 'photo' | 'post' | 'ig_reel';
  account: string;
  objectId: string;
  /** The objects that hold its bytes. */
  sources: string[];
  caption: string;
  title: string;
  at: number;
}

/** What each side adds to a call. */
export interface Hooks {
  /** Asked once the call is known to be allowed, before it takes effect; an answer refuses it. */
  admitted?(): Answer | undefined;
  processing(id: string): ProcessingPlan;
  /** How much the next chunk of a video is to hold. */
  windowBytes(): number;
  published(publication: Publication): void;
}

/** One call on its way through. */
export interface MetaCall {
  method: string;
  host: Host;
  url: URL;
  headers: NodeJS.Dict<string | string[]>;
  /** Once they are known; see routes.ts. */
  name: string;
  edge: Edge | undefined;
  /** The first part of the path: an account, an object, `me`; of bytes, what they belong to. */
  node: string;
  params: Record<string, string>;
  files: Record<string, UploadedFile>;
  /** The body broke off; what has come counts. */
  truncated: boolean;
  /** Whether it changed the world, whatever it was answered. */
  effect: boolean;
  identity: Identity | undefined;
  /** Whose node it is. */
  account: Account | undefined;
  world: World;
  accounts: Accounts;
  settings: Settings;
  hooks: Hooks;
}

export interface Edge {
  /** Page calls want the page's own token; a person's is refused. */
  pageTokenOnly?: boolean;
  /** The kind of account that the edge hangs on. */
  on?: Account['kind'];
  answer: (call: MetaCall) => Answer;
}

/** Good for an edge that `on` an account has let through. */
export function accountOf({ account }: MetaCall): Account {
  if (!account) throw new Error('an edge without its account');
  return account;
}
