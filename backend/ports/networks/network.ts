/**
 * The port to where posts appear. The outside world answers in values: a network returns an `Outcome`, and only a
 * bug (or `LeaseLost`, from the ledger) throws.
 */
import type { Readable } from 'node:stream';

export type NetworkName = 'facebook' | 'instagram';

export const NETWORKS: readonly NetworkName[] = ['facebook', 'instagram'];

export type Outcome =
  | { kind: 'published'; remoteId: string; permalink?: string }
  /** The network has the media and still works on it. `live`: the public call was made, nothing is left to send. */
  | { kind: 'waiting'; session: RemoteSession; askAgainMs: number; live: boolean; reason?: string }
  /** Nothing public happened; worth another try. */
  | {
      kind: 'busy';
      session: RemoteSession | null;
      retryMs?: number;
      reason: string;
      code?: MetaCode;
      /** It got on: then it is no failure in a row. */
      progressed?: boolean;
    }
  /** The whole account pauses. `session` is kept: the post goes on where it was. */
  | {
      kind: 'account';
      session: RemoteSession | null;
      action: 'reconnect' | 'wait';
      /** The token itself was refused: so will be all other accounts that are spoken to with it. */
      everyAccount?: boolean;
      untilMs?: number;
      reason: string;
      code?: MetaCode;
    }
  /** May be public: read back before anything else. */
  | { kind: 'unknown'; session: RemoteSession; askAgainMs: number; reason: string }
  /** Will not get better. */
  | {
      kind: 'refused';
      reason: string;
      code?: MetaCode;
      /** With a number that no list of errors has: it may be a limit. */
      unlisted?: boolean;
    };

export interface MetaCode {
  code?: number;
  subcode?: number;
  traceId?: string;
}

/**
 * What the network knows of a post so far, kept with the post and enough to go on from after a crash. Instants are
 * milliseconds since 1970.
 */
export interface RemoteSession {
  /** The way it was begun in, by the adapter's name for it. */
  protocol: string;
  /** Where it goes: on another account this video does not exist. */
  accountId?: string;
  /** Of the video, the photo or the container. */
  remoteId: string;
  uploadUrl?: string;
  sessionId?: string;
  /** Where a transfer in windows goes on, in bytes. */
  window?: { start: number; end: number };
  /** All bytes are there. */
  uploaded?: boolean;
  /** Since when the network works on the bytes before it lets them be published. */
  waitingSince?: number;
  /** When the intent to make it public was written. From then on: read back, never send on a guess. */
  intentAt?: number;
  /** When the network was first asked for the outcome of that intent and did not say. */
  unreadableSince?: number;
  /** When it was first read back as not public. */
  absentSince?: number;
  /** The same moment by the steady clock of the process that read it: a clock that is set passes no time. */
  absentSeen?: { by: string; at: number };
  /** Processing, with publishing not begun, and equal in so many readings. */
  stalled?: { since: number; readings: number; print: string };
  /** The public call was repeated and refused: since when, and how often. It may have taken effect the first time. */
  refusedSince?: number;
  refusals?: number;
  /** When the public call was known to be accepted. */
  acceptedAt?: number;
}

/** For a post that was begun and whose outcome cannot be learnt. */
export const NOT_CONFIRMED =
  'It could not be confirmed whether this was posted; check your page before retrying.';

export interface Media {
  type: 'video' | 'image';
  sizeBytes: number;
  durationMs: number | null;
  width: number;
  height: number;
  /** The bytes from `offset` to the end, as a stream. */
  open(offset: number): Promise<Readable>;
}

export interface Credentials {
  accountId: string;
  token: string;
}

export interface PublishJob {
  credentials: Credentials;
  /** What it becomes on its network. */
  format: string;
  title: string;
  text: string;
  media: Media;
  session: RemoteSession | null;
  /** Aborted when the lease is lost: then no further byte may leave. */
  signal: AbortSignal;
  /** Whether nobody else can have the post yet: asked at the last moment before the public call leaves. */
  held: () => boolean;
  ledger: Ledger;
}

export type Step = 'start' | 'upload' | 'publish' | 'read back' | 'check';

/** Writes what is about to happen before it happens. Every method throws `LeaseLost` when the post is another's now. */
export interface Ledger {
  /** Commits the step and the session as it is before the call. @returns a receipt for `finish`. */
  begin(step: Step, session: RemoteSession | null): Promise<number>;
  /** Completes the row, and commits the session as it is after the call. */
  finish(receipt: number, result: StepResult, session?: RemoteSession): Promise<void>;
  /** Those of these ids of the network's that other posts are known to have become. */
  knownOfOthers(remoteIds: string[]): Promise<Set<string>>;
}

export interface StepResult extends MetaCode {
  outcome: 'done' | 'failed' | 'unknown';
  message?: string;
  remoteId?: string;
}

/** Somebody else holds the post now: stop, touch nothing more. */
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
  /** Never verified before: it is exchanged for a longer-lived one where that is possible. */
  isNew?: boolean;
}

export type Verification =
  | {
      kind: 'good';
      page: { id: string; name: string; token: string };
      /** What was given, or the longer-lived token that it was exchanged for. */
      given: string;
      instagram: { id: string; name: string } | null;
      expiresAt: number | null;
      /** The permissions that posting needs and the token lacks; `null` where they cannot be read. */
      missing: Record<NetworkName, string[] | null>;
    }
  | { kind: 'refused'; field: 'access_token' | 'page_id' | 'instagram_page_id'; reason: string }
  | { kind: 'unreachable'; reason: string };

export type Inspection =
  | {
      kind: 'good';
      /** Whose token it is. */
      holder: 'user' | 'page';
      expiresAt: number | null;
      missing: string[] | null;
      pages: { id: string; name: string; instagram: { id: string; name: string } | null }[];
    }
  | { kind: 'refused'; reason: string }
  | { kind: 'unreachable'; reason: string };

/** All networks behind one door; also the injection token. */
export abstract class Networks {
  /** Starts or goes on with a publication, by the session. */
  abstract publish(network: NetworkName, job: PublishJob): Promise<Outcome>;

  /** Is this token good for that Page (and Instagram account)? */
  abstract verify(access: Access): Promise<Verification>;

  /** Whose token is this, and which Pages does it open? */
  abstract inspect(token: string): Promise<Inspection>;
}
