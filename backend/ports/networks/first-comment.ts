import type { Credentials, MetaCode, SentPost } from './values';

/** What is known of a first comment so far; kept with its post. Instants are milliseconds since 1970. */
export interface CommentSession {
  /** The account on which the post is public. */
  accountId: string;
  /** Since when it is tried. */
  since: number;
  /** The next comment is sent no earlier. */
  notBefore?: number;
  /** When the intent to send it was written. From then on the comments are read before it is sent again. */
  intentAt?: number;
  /** When the comments were first read without it, by both clocks. See `RemoteSession`. */
  absentSince?: number;
  absentSeen?: { by: string; at: number };
}

export interface CommentJob {
  credentials: Credentials;
  /** The network's id of the post. */
  postId: string;
  /** Of a post whose id the network has not told yet: what it is found by. `postId` is then of no use. */
  unnamed?: SentPost;
  text: string;
  session: CommentSession;
  /** Whether it may be sent once more. If not, it is only looked for. */
  mayTry: boolean;
  /** Aborted when the lease is lost. */
  signal: AbortSignal;
  /** Whether no other process can have the comment yet. Checked at the last moment before it is sent. */
  held: () => boolean;
  /** Those of the given remote ids that belong to other posts. */
  knownOfOthers(remoteIds: string[]): Promise<Set<string>>;
  /** The other posts to the same account of which nobody knows yet whether they are public. */
  othersInDoubt(): Promise<SentPost[]>;
  /** Commits the intent. Throws `LeaseLost`. */
  intend(session: CommentSession): Promise<void>;
}

export type CommentOutcome =
  | { kind: 'posted'; remoteId?: string }
  /** Not there, or not known to be: look again later. `tried`: it was sent, so a try is used up. */
  | {
      kind: 'later';
      session: CommentSession;
      tried: boolean;
      afterMs?: number;
      reason: string;
      code?: MetaCode;
    }
  /** The token was refused, so that nothing of the account can be sent. */
  | { kind: 'signed out'; session: CommentSession; reason: string; code?: MetaCode }
  /** It is not there, and may not be sent any more. */
  | { kind: 'absent'; session: CommentSession }
  /** Refused for good. With an intent in the session it may be there all the same. */
  | { kind: 'refused'; session: CommentSession; reason: string; code?: MetaCode };
