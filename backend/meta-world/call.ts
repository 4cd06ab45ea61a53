import type { Account, Accounts, Identity } from './accounts';
import type { Answer } from './answer';
import type { Kind, Login } from './store';
import type { ProcessingPlan, World } from './world';

export type Host = 'graph' | 'rupload';

/** A file of a multipart body. Each server decides where to keep its content. */
export interface UploadedFile {
  bytes: number;
  /** The first 8 bytes, which identify a picture. */
  head: Buffer;
  /** Appends the content to the bytes of this object. */
  addTo(id: string): void;
}

/** A picture that the network has fetched. */
export interface FetchedPicture {
  bytes: number;
  isJpeg: boolean;
  /** Makes its content the bytes of this object. */
  addTo(id: string): void;
}

/** An app at Meta. Without `redirectUris`, its dialog sends browsers anywhere. */
export interface MetaApp {
  id: string;
  secret: string;
  redirectUris?: readonly string[];
}

/** On Instagram, the address says what the media is. */
export type Linked = Kind | 'instagram_post' | 'instagram_story';

export interface Settings {
  version: string;
  graphUrl: string;
  ruploadUrl: string;
  /** Observed both ways: before its finish a reel stays at `upload_complete`, or becomes `ready`. */
  readyBeforeFinish: boolean;
  /** `owner`: of a story on Instagram the username, else an id. */
  permalink(kind: Linked, owner: string, id: string): string;
  /** If set, calls need an `appsecret_proof`, and only the app may use `/debug_token`. */
  app?: MetaApp | undefined;
  /** The app that people log in to by the dialog. */
  loginApp?: MetaApp | undefined;
  /** Where the pictures of accounts are; by default at Meta's. */
  picturesUrl?: string | undefined;
  /** The most Pages of a person that one answer lists. */
  pagesAtOnce?: number | undefined;
}

/** An object that is public, or will be when it is processed. */
export interface Publication {
  kind: 'reel' | 'video' | 'photo' | 'post' | 'story' | 'ig_reel' | 'ig_photo' | 'ig_carousel' | 'ig_story';
  account: string;
  objectId: string;
  /** The ids of the objects that hold its bytes. */
  sources: string[];
  caption: string;
  title: string;
  at: number;
}

/** A comment of the account that owns the post. */
export interface Comment {
  account: string;
  objectId: string;
  message: string;
}

/** What a site asks of a person by sending the browser to the dialog. */
export interface DialogRequest {
  appId: string;
  redirectUri: string;
  state: string | undefined;
  asked: string[];
}

/** The person's answer. `null`: cancelled. */
export type Choice = Pick<Login, 'userId' | 'declined' | 'pages'> | null;

/** What a server adds to the protocol. */
export interface Hooks {
  /** Called when the call is authorised, before its effect. An answer refuses the call. */
  admitted?(): Answer | undefined;
  processing(id: string): ProcessingPlan;
  /** The size of the next chunk of a video. */
  windowBytes(): number;
  published(publication: Publication): void;
  commented?(comment: Comment): void;
  /** What the person answers in the login dialog. Without it there is no dialog. */
  asked?(request: DialogRequest): Choice;
}

/** One call to the Graph API or the upload host. */
export interface MetaCall {
  method: string;
  host: Host;
  url: URL;
  headers: NodeJS.Dict<string | string[]>;
  /** 'unknown' and undefined until `nameCall`. */
  name: string;
  edge: Edge | undefined;
  /** The id in the path, or `me`. For an upload, its video or container. */
  node: string;
  params: Record<string, string>;
  files: Record<string, UploadedFile>;
  /** What was fetched for the call, by parameter. */
  fetched: Record<string, FetchedPicture | undefined>;
  /** The body is cut short; the part that has arrived is used. */
  truncated: boolean;
  /** Whether the call took effect, also when its answer is an error. */
  effect: boolean;
  identity: Identity | undefined;
  /** The account of the node. */
  account: Account | undefined;
  world: World;
  accounts: Accounts;
  settings: Settings;
  hooks: Hooks;
}

export interface Edge {
  /** Writes need the Page's own token; a person's is refused. */
  pageTokenOnly?: boolean;
  /** The kind of account that has this edge. */
  on?: Account['kind'];
  answer: (call: MetaCall) => Answer;
}

/** The account of an edge with `on`. */
export function accountOf({ account }: MetaCall): Account {
  if (!account) throw new Error('an edge without its account');
  return account;
}
