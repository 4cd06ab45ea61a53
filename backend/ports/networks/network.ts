/**
 * The port to the networks on which posts appear. The outside world answers in values: a network returns an `Outcome`,
 * and only a bug (or `LeaseLost`, from the ledger) throws.
 */
import type { Readable } from 'node:stream';
import type { CommentJob, CommentOutcome } from './first-comment';
import type { Credentials, MetaCode, SentPost } from './values';

export type { Credentials, MetaCode, SentPost };

export type NetworkName = 'facebook' | 'instagram';

export const NETWORKS: readonly NetworkName[] = ['facebook', 'instagram'];

export type Outcome =
  | { kind: 'published'; remoteId: string; permalink?: string }
  /** The network still processes the media. `live`: the public call was made, nothing is left to send. */
  | { kind: 'waiting'; session: RemoteSession; askAgainMs: number; live: boolean; reason?: string }
  /** Nothing became public; worth another try. */
  | {
      kind: 'busy';
      session: RemoteSession | null;
      retryMs?: number;
      reason: string;
      code?: MetaCode;
      /** Some bytes were sent, so this is not a failure in a row. */
      progressed?: boolean;
    }
  /** The whole account pauses. `session` is kept, so that the post continues where it was. */
  | {
      kind: 'account';
      session: RemoteSession | null;
      action: 'reconnect' | 'wait';
      /** The token itself was refused, so every account that uses it is affected. */
      everyAccount?: boolean;
      untilMs?: number;
      reason: string;
      code?: MetaCode;
    }
  /** The post may be public: read back before anything else. */
  | { kind: 'unknown'; session: RemoteSession; askAgainMs: number; reason: string }
  /** After a restore: it did not go out meanwhile. `session`: as it was in the backup. */
  | { kind: 'not public'; session: RemoteSession | null }
  /** Refused for good; another try would not help. */
  | {
      kind: 'refused';
      reason: string;
      code?: MetaCode;
      /** No list of errors contains its number, so it may be a limit. */
      unlisted?: boolean;
      /** The refusal is one that may pass, but it did not for as often as is tried. */
      usedUp?: boolean;
    };

/**
 * What the network knows of a post so far; kept with the post, and enough to continue after a crash. Instants are
 * milliseconds since 1970.
 */
export interface RemoteSession {
  /** Name of the protocol that the post was begun with. */
  protocol: string;
  /** When the oldest of what has to stay at the network until the public call was sent. */
  startedAt?: number;
  /** The account that the post goes to; on any other account its remote id does not exist. */
  accountId?: string;
  /** Id of the video, the photo or the container. */
  remoteId: string;
  /** The ids of the further photos, in order. */
  children?: string[];
  /** The containers of the items of a carousel, in order. The carousel's own comes after them. */
  items?: RemoteItem[];
  /** How many containers could not fetch the picture that this one was made with. */
  unfetched?: number;
  uploadUrl?: string;
  sessionId?: string;
  /** The next window of a chunked transfer, in bytes. */
  window?: { start: number; end: number };
  /** Whether the network has all bytes. */
  uploaded?: boolean;
  /** Since when the network has been processing the bytes before they can be published. */
  waitingSince?: number;
  /** Since when the network does not let what it made be read, before the public call. */
  unseenSince?: number;
  /** How many tries the post had used when the network began to process it. */
  triesBefore?: number;
  /** When the intent to make the post public was written. From then on it is read back, and never sent on a guess. */
  intentAt?: number;
  /** How far this clock was ahead of the network's then or since, if it was much. */
  aheadMs?: number;
  /** How often the public call was made, and how many answers said that the network has the post already. */
  calls?: number;
  duplicates?: number;
  /** The last answer to it, in words for a person. */
  lastFailure?: { reason: string; code?: MetaCode };
  /** Since when the network has not told the outcome of that intent. */
  unreadableSince?: number;
  /** When it was first read back as not public. */
  absentSince?: number;
  /** The same instant by the steady clock of the process that read it, which does not jump when the clock is set. */
  absentSeen?: { by: string; at: number };
  /** Equal readings in a row that show it processing with publishing not begun. `print`: fingerprint of the reading. */
  stalled?: { since: number; readings: number; print: string };
  /** Since when, and how often, the repeated public call was refused. The first call may have taken effect. */
  refusedSince?: number;
  refusals?: number;
  /** When the public call was found to be accepted. */
  acceptedAt?: number;
  /** The post that the answer to it named, which is not the id of the video. */
  postId?: string;
  /** When the list of what is public was last asked for an accepted post. */
  listedAt?: number;
  /** Since when each public call is answered by the word that the network does not know the session. */
  missingSince?: number;
  /** Set by a restore while it is not known whether the post went out after the backup. Then `intentAt` and `uploaded` are set. */
  restored?: Restored;
  /** Set by a retry: the session of the try whose outcome stayed unknown, which is looked for first. */
  earlier?: RemoteSession;
}

export interface RemoteItem extends Pick<RemoteSession, 'remoteId' | 'uploadUrl' | 'uploaded' | 'unfetched'> {
  /** When it was last read as processed. */
  readyAt?: number;
}

/** What a restore knows of a post that may have gone out since the backup. */
export interface Restored {
  /** The instant of the backup. */
  since: number;
  /** The texts that it may have gone out with; null if they cannot be known. */
  words: string[] | null;
  /** Whether another restored post of the same account may have gone out with the same text. */
  shared: boolean;
  /** Whether the rest of the session is the backup's. Without it there was none. */
  begun: boolean;
  /** Whether the network had all bytes before the backup. */
  hadBytes: boolean;
  /** Whether the public call may have been made before the backup. */
  hadIntent: boolean;
  /** Since when the lists show nothing unknown, show something that may be it, or the network processes it. */
  absentSince?: number;
  unclearSince?: number;
  workingSince?: number;
}

/** For a post that was begun and whose outcome cannot be determined. */
export const NOT_CONFIRMED =
  'It could not be confirmed whether this was posted; check your page before retrying.';

/** For a post that was restored from a backup and of which nobody can say whether it went out since. */
export const MAY_HAVE_GONE_OUT =
  'This may have gone out after the backup was made; check your page before retrying.';

/** The sentence for a post that is given up while it may be public. */
export const unconfirmed = (session: RemoteSession | null): string =>
  session?.restored ? MAY_HAVE_GONE_OUT : NOT_CONFIRMED;

/** Whether the public call was made, or may have been. */
export const mayBePublic = (session: RemoteSession | null): boolean => session?.intentAt !== undefined;

export interface Media {
  type: 'video' | 'image';
  sizeBytes: number;
  durationMs: number | null;
  width: number;
  height: number;
  /** Describes it to those who cannot see it. */
  altText?: string;
  /** Names the file in an address, if it is stored. */
  key?: string;
  /** The bytes from `offset` to the end, as a stream. */
  open(offset: number): Promise<Readable>;
}

/** A frame of the film, or a picture. `undefined`: its bytes are gone. */
export type Cover = { atMs: number } | { picture(): Promise<Media | undefined> };

export interface PublishJob {
  credentials: Credentials;
  /** What the post becomes on its network. */
  format: string;
  title: string;
  text: string;
  media: Media;
  /** The files after the first one. */
  further?: readonly Media[];
  /** What is shown before a film plays. */
  cover?: Cover;
  /** The address that a post of text leads to. */
  link?: string;
  session: RemoteSession | null;
  /** Aborted when the lease is lost; no further byte may be sent then. */
  signal: AbortSignal;
  /** Whether no other process can have the post yet. Checked at the last moment before the public call is sent. */
  held: () => boolean;
  ledger: Ledger;
  /** Awaited before bytes are sent. @returns what ends the turn. @throws to send nothing; the session is as committed */
  turn?: () => Promise<() => void>;
  /** Filled in on the way. */
  told?: Told;
}

/** What a network says of the account while a post is published. */
export interface Told {
  /** How many posts it takes in 24 hours. */
  postsPerDay?: number;
}

export type Step = 'start' | 'upload' | 'publish' | 'read back' | 'check' | 'cover';

/**
 * Records what is about to happen before it happens. Every method throws `LeaseLost` when another process has the post.
 */
export interface Ledger {
  /** Commits the step and the session as it is before the call. @returns a receipt for `finish`. */
  begin(step: Step, session: RemoteSession | null): Promise<number>;
  /** Completes the row, and commits the session as it is after the call. */
  finish(receipt: number, result: StepResult, session?: RemoteSession): Promise<void>;
  /** Those of the given remote ids that belong to other posts. */
  knownOfOthers(remoteIds: string[]): Promise<Set<string>>;
  /** The other posts to the same account of which nobody knows yet whether they are public. */
  othersInDoubt(): Promise<SentPost[]>;
}

export interface StepResult extends MetaCode {
  outcome: 'done' | 'failed' | 'unknown';
  message?: string;
  remoteId?: string;
}

/** Another process holds the post now: stop, and change nothing more. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease on this post was lost');
    this.name = 'LeaseLost';
  }
}

export interface Access {
  token: string;
  pageId: string;
  instagramId: string | null;
  /** Never verified before, so it is exchanged for a longer-lived token where possible. */
  isNew?: boolean;
}

export type Verification =
  | {
      kind: 'good';
      page: { id: string; name: string; token: string };
      /** The given token, or the longer-lived one that it was exchanged for. */
      given: string;
      instagram: { id: string; name: string } | null;
      /** The network's id of the person who granted the token; null if it does not say. */
      personId: string | null;
      /** When the token ends, in ms since 1970; null when never. Absent if the network does not say. */
      expiresAt?: number | null;
      /** When the app's access to the person's data ends; null when never. Absent if the network does not say. */
      dataAccessExpiresAt?: number | null;
      /** The permissions that posting needs and the token lacks; `null` if they cannot be read. */
      missing: Record<NetworkName, string[] | null>;
      /** All permissions that the token has; null if they cannot be read. */
      granted: string[] | null;
    }
  | { kind: 'refused'; field: 'access_token' | 'page_id' | 'instagram_page_id'; reason: string }
  /** The network answered and takes no calls with this token for a while, so that nothing is known of the token. */
  | { kind: 'not now'; reason: string }
  | { kind: 'unreachable'; reason: string };

export type Inspection =
  | {
      kind: 'good';
      /** Who the token belongs to. */
      holder: 'user' | 'page';
      expiresAt: number | null;
      missing: string[] | null;
      pages: { id: string; name: string; instagram: { id: string; name: string } | null }[];
    }
  | { kind: 'refused'; reason: string }
  | { kind: 'unreachable'; reason: string };

/** All networks behind one port; also the injection token. */
export abstract class Networks {
  /** Starts a publication or continues it, depending on the session. */
  abstract publish(network: NetworkName, job: PublishJob): Promise<Outcome>;

  /** Posts the first comment under a post that is public, or finds out whether it is there. */
  abstract comment(network: NetworkName, job: CommentJob): Promise<CommentOutcome>;

  /** Checks whether the token is good for the Page (and the Instagram account, if given). */
  abstract verify(access: Access): Promise<Verification>;

  /** Reports whose token this is and which Pages it opens. */
  abstract inspect(token: string): Promise<Inspection>;

  /** The bytes of the account's picture; null if there is none, or if it cannot be had now. */
  picture(_network: NetworkName, _credentials: Credentials): Promise<Buffer | null> {
    return Promise.resolve(null);
  }
}
