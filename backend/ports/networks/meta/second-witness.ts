import { NOT_CONFIRMED, type Outcome, type RemoteSession } from '../network';
import type { Answer, MetaError } from './graph-client';
import type { RemoteState } from './remote-state';

const A_MINUTE_MS = 60_000;

/** Just after a write, Meta may not know an object yet. */
const UNKNOWN_FOR_MS = A_MINUTE_MS;

/** Most accepted posts are live before that, and tell so themselves. */
const FIRST_LOOK_MS = 5 * A_MINUTE_MS;

/** How long a video that says that it is being processed is believed: a list may show it before it can be seen. */
const BELIEVED_FOR_MS = 60 * A_MINUTE_MS;

const LONGEST_PAUSE_MS = 60 * A_MINUTE_MS;

/**
 * Whether the list of what is public is asked before this outcome is believed. A post that is called failed although it
 * is live would be posted again by the hand of its user.
 */
export function asksList(session: RemoteSession, state: RemoteState, outcome: Outcome, now: number): boolean {
  if (isBlind(session, state, now)) return true;
  switch (outcome.kind) {
    case 'refused':
      return outcome.reason === NOT_CONFIRMED || state.kind === 'expired';
    case 'unknown':
      return session.refusals !== undefined;
    case 'waiting':
      return isTimeToLook(session, state, now);
    case 'published':
    case 'busy':
    case 'account':
    case 'not public':
      return false;
  }
}

/**
 * Whether the post itself has been unreadable for so long that only a list may show it. What is refused to the token, or
 * for now, is refused there, too.
 */
function isBlind({ unreadableSince }: RemoteSession, state: RemoteState, now: number): boolean {
  if (state.kind !== 'unreadable' || !state.error || unreadableSince === undefined) return false;
  const { class: why } = state.error;
  if (why === 'token' || why === 'reconnect' || why === 'rate_limit' || why === 'blocked') return false;
  return now - unreadableSince >= UNKNOWN_FOR_MS;
}

/**
 * Of an accepted post that does not say that it is live: after five minutes, and then whenever the time has doubled. Of one
 * that says nothing of it also at once.
 */
function isTimeToLook({ acceptedAt, listedAt }: RemoteSession, state: RemoteState, now: number): boolean {
  const { kind } = state;
  // A list that does not say what of it is public may hold drafts.
  if (acceptedAt === undefined || kind === 'draft') return false;
  // Only the list can tell.
  if (kind === 'absent' && state.untold && listedAt === undefined) return true;
  const isBusy = kind === 'working' || kind === 'publishing';
  if (now - acceptedAt < (isBusy ? BELIEVED_FOR_MS : FIRST_LOOK_MS)) return false;
  // An instant in the future means that a clock was set.
  if (listedAt === undefined || listedAt > now) return true;
  return now - listedAt >= Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_LOOK_MS, listedAt - acceptedAt));
}

/** The session after a public call that was refused for certain, with what the refusal says about the session itself. */
export function notingMissing(
  session: RemoteSession,
  answer: Exclude<Answer, { kind: 'ok' }>,
  now: number,
): RemoteSession {
  const { missingSince = now } = session;
  const isMissing = answer.kind === 'error' && answer.class === 'missing';
  return { ...session, missingSince: isMissing ? Math.min(missingSince, now) : undefined };
}

/** Whether the session is left after this refusal of its public call. Meta may lag behind itself for a while. */
export const isLeft = (
  { missingSince }: RemoteSession,
  { class: why }: Pick<MetaError, 'class'>,
  now: number,
): boolean => why === 'new_session' || (missingSince !== undefined && now - missingSince >= UNKNOWN_FOR_MS);
