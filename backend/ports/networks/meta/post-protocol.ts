import type { Outcome, PublishJob, RemoteSession } from '../network';
import type { Answer } from './graph-client';
import type { RemoteState } from './remote-state';

/** The steps in which the protocols differ. */
export interface PostProtocol {
  readonly name: RemoteSession['protocol'];
  /** Whether the network publishes one id only once, however often it is asked. */
  readonly publishesOnce: boolean;
  /** How long the network keeps what it holds before it is public; without it, until it says otherwise. */
  readonly keptForMs?: number;
  /** Whether a picture is set as its cover once it is public. */
  readonly takesCover?: true;
  /** Whether `start` sends bytes. */
  readonly startSendsBytes?: true;
  /** Opens a session; nothing becomes public. */
  start(job: PublishJob): Promise<{ answer: Answer; session: RemoteSession | null } | { outcome: Outcome }>;
  /** Sends the missing bytes. */
  upload(job: PublishJob, session: RemoteSession): Promise<{ session: RemoteSession } | { outcome: Outcome }>;
  /**
   * Does and awaits what the public call needs, if anything.
   * @returns the session that the call may be made with.
   */
  beforePublish?(
    job: PublishJob,
    session: RemoteSession,
  ): Promise<{ session: RemoteSession } | { outcome: Outcome }>;
  /** The one call that makes the post public. */
  publish(job: PublishJob, session: RemoteSession): Promise<Answer>;
  /**
   * The outcome, if the answer to the public call proves that the post is live. Without this method the post is read
   * until it is live.
   */
  published?(
    job: PublishJob,
    session: RemoteSession,
    json: Record<string, unknown>,
  ): Promise<Outcome | undefined>;
  /** Reads the state of the post as the network shows it. */
  read(job: PublishJob, session: RemoteSession): Promise<RemoteState>;
  /** Looks for the post in a second place, a list of what is public. Asked before anything is sent again. */
  witness(job: PublishJob, session: RemoteSession): Promise<Sighting>;
}

/** What the witness of a public call reports. */
export type Sighting = Extract<RemoteState, { kind: 'live' | 'absent' | 'unreadable' }>;
