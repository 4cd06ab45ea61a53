import { NOT_CONFIRMED, type MetaCode, type RemoteSession, type Outcome } from '../network';
import { toOutcome } from './outcomes';
import { statusSentence } from './error-sentences';
import { isCalledEnough, pauseAfterCalls } from './public-calls';
import type { RemoteState } from './remote-state';

const A_MINUTE_MS = 60_000;

/** Minimum time between two readings that find nothing before sending again is safe. */
export const ABSENT_TWICE_MS = A_MINUTE_MS;
const UNREADABLE_FOR_MS = 60 * A_MINUTE_MS;
export const NEVER_LIVE_AFTER_MS = 24 * 60 * A_MINUTE_MS;

/** A lost finish call may leave a video processing forever. This many equal readings over this long detect it. */
const STALLED_READINGS = 3;
const STALLED_FOR_MS = 10 * A_MINUTE_MS;

/** A video that is still a draft this long after it was accepted will not become public. */
const DRAFT_FOR_MS = 10 * A_MINUTE_MS;

const DRAFT =
  'Facebook kept this video as a draft and did not publish it. Publish it from the drafts of your Page, or delete it there before you retry.';

/** How long to look for a post whose repeated public call was refused. */
const REFUSED_FOR_MS = 60 * A_MINUTE_MS;

/** An instant by the clock that all processes share, and by this process's own steady clock, which cannot be set. */
export interface Moment {
  now: number;
  steady?: { by: string; at: number };
}

export type Verdict =
  | { kind: 'settled'; outcome: Outcome }
  /** Nothing was found for long enough: the public call may be made (again), with the same id. */
  | { kind: 'safe to send'; session: RemoteSession }
  /** Nothing was found for long enough, and the public call was made as often as it ever is. */
  | { kind: 'called enough'; session: RemoteSession }
  /** The session expired or broke before anything was public: only a new one can continue. */
  | { kind: 'new session'; session: RemoteSession; reason: string; code?: MetaCode };

/**
 * Decides what a reading means for a post whose public call was made or may have been made. Pure: the session in the
 * verdict carries everything to remember until the next reading.
 */
export function decide(session: RemoteSession, state: RemoteState, moment: Moment): Verdict {
  const { now } = moment;
  const readable: RemoteSession = { ...session, unreadableSince: undefined };
  switch (state.kind) {
    case 'live':
      return settled({
        kind: 'published',
        remoteId: state.remoteId ?? session.remoteId,
        permalink: state.permalink,
      });
    case 'failed':
      return failed(readable, state, moment);
    case 'unreadable':
      return settled(unreadable(session, state, now));
    case 'draft':
      return draft(readable, state, moment);
    case 'publishing':
      return settled(stillWorking({ ...seen(readable), acceptedAt: session.acceptedAt ?? now }, now));
    case 'working':
    case 'uploading':
    case 'absent':
    case 'expired':
      if (session.acceptedAt && state.kind === 'expired' && state.forGood)
        return settled({ kind: 'refused', reason: `${state.reason} Retry it.` });
      if (session.acceptedAt) return settled(stillWorking(seen(readable), now));
      if (state.kind === 'working') return working(seen(readable), state.unstarted, now);
      return absent({ ...readable, stalled: undefined }, state, moment);
  }
}

/** A video is accepted before it is processed, so an accepted one that broke on the way is not public either. */
function failed(
  session: RemoteSession,
  { reason, code, subcode, passing }: Extract<RemoteState, { kind: 'failed' }>,
  moment: Moment,
): Verdict {
  const why = { reason: statusSentence(reason, subcode ?? code), code: { code, subcode } };
  if (!passing) return settled({ kind: 'refused', ...why });
  return absent({ ...session, stalled: undefined }, { kind: 'expired', ...why }, moment);
}

/** Just after it was accepted, a post may still be a draft. */
function draft(
  session: RemoteSession,
  { complete }: Extract<RemoteState, { kind: 'draft' }>,
  moment: Moment,
): Verdict {
  const { acceptedAt } = session;
  if (complete || (acceptedAt !== undefined && moment.now - acceptedAt >= DRAFT_FOR_MS))
    return settled({ kind: 'refused', reason: DRAFT });
  if (acceptedAt !== undefined) return settled(stillWorking(session, moment.now));
  return absent({ ...session, stalled: undefined }, { kind: 'absent' }, moment);
}

/** Whether a post whose repeated public call was refused has been looked for long enough. */
export const isGivenUp = ({ refusedSince }: RemoteSession, now: number): boolean =>
  refusedSince !== undefined && now - refusedSince >= REFUSED_FOR_MS;

const settled = (outcome: Outcome): Verdict => ({ kind: 'settled', outcome });

const seen = (session: RemoteSession): RemoteSession => ({
  ...session,
  absentSince: undefined,
  absentSeen: undefined,
});

function absent(
  session: RemoteSession,
  state: Extract<RemoteState, { kind: 'uploading' | 'absent' | 'expired' }> & { code?: MetaCode },
  moment: Moment,
): Verdict {
  const { now, steady } = moment;
  const age = absentFor(session, moment);
  if (age === undefined)
    return settled(lookAgain({ ...session, absentSince: now, absentSeen: steady }, ABSENT_TWICE_MS));
  // Each refusal of the same call doubles the wait: the network may know more than it shows.
  const enough = Math.max(ABSENT_TWICE_MS * 2 ** (session.refusals ?? 0), pauseAfterCalls(session));
  if (age < enough) return settled(lookAgain(session, Math.min(enough - age, ABSENT_TWICE_MS)));
  // After a refusal it is looked for until it is given up, whatever the other answers were.
  if (isCalledEnough(session))
    return session.refusals === undefined
      ? { kind: 'called enough', session }
      : settled(lookAgain(session, ABSENT_TWICE_MS));
  return state.kind === 'expired'
    ? { kind: 'new session', session, reason: state.reason, ...(state.code && { code: state.code }) }
    : { kind: 'safe to send', session };
}

/**
 * @returns undefined when it was not seen absent before, or at an instant that is in the future because a clock was
 * set.
 */
export function absentFor(
  { absentSince, absentSeen }: Pick<RemoteSession, 'absentSince' | 'absentSeen'>,
  { now, steady }: Moment,
): number | undefined {
  if (absentSince === undefined) return undefined;
  if (absentSeen && steady && absentSeen.by === steady.by) return steady.at - absentSeen.at;
  return now >= absentSince ? now - absentSince : undefined;
}

/** Processing can happen before or after the public call. Only its end tells, or that nothing changes at all. */
function working(session: RemoteSession, print: string | undefined, now: number): Verdict {
  const stalled = stalledBy(session, print, now);
  const noted = { ...session, stalled };
  const isStalled = stalled && stalled.readings >= STALLED_READINGS && now - stalled.since >= STALLED_FOR_MS;
  // What is being processed may still become public, so it is not refused for the number of calls.
  if (isStalled && !isCalledEnough(session)) return { kind: 'safe to send', session: noted };
  const age = now - (session.intentAt ?? now);
  if (age >= NEVER_LIVE_AFTER_MS) return settled({ kind: 'refused', reason: NOT_CONFIRMED });
  return settled(lookAgain(noted, Math.max(5_000, pauseAfter(age))));
}

function stalledBy(
  { stalled }: RemoteSession,
  print: string | undefined,
  now: number,
): RemoteSession['stalled'] {
  if (print === undefined) return undefined;
  if (stalled?.print !== print || stalled.since > now) return { since: now, readings: 1, print };
  return { ...stalled, readings: stalled.readings + 1 };
}

export function lookAgain(session: RemoteSession, askAgainMs = 5_000): Outcome {
  return {
    kind: 'unknown',
    session,
    askAgainMs,
    reason: 'The network did not say whether this was posted; reading it back.',
  };
}

export function unreadable(
  session: RemoteSession,
  state: Extract<RemoteState, { kind: 'unreadable' }>,
  now: number,
): Outcome {
  if (state.error?.class === 'token' || state.error?.class === 'reconnect')
    return toOutcome(state.error, session, now);
  const since = session.unreadableSince ?? now;
  if (now - since >= UNREADABLE_FOR_MS) return { kind: 'refused', reason: NOT_CONFIRMED };
  const kept: RemoteSession = { ...session, unreadableSince: since };
  // Meta says to wait: asking again would lengthen the wait.
  if (state.error?.class === 'rate_limit' || state.error?.class === 'blocked')
    return toOutcome(state.error, kept, now);
  const askAgainMs = Math.min(A_MINUTE_MS, Math.max(5_000, (now - since) / 2));
  if (session.acceptedAt)
    return { kind: 'waiting', session: kept, askAgainMs, live: true, reason: state.reason };
  return { kind: 'unknown', session: kept, askAgainMs, reason: state.reason };
}

function stillWorking(session: RemoteSession, now: number): Outcome {
  const age = now - (session.acceptedAt ?? now);
  if (age >= NEVER_LIVE_AFTER_MS) return { kind: 'refused', reason: NOT_CONFIRMED };
  return { kind: 'waiting', session, askAgainMs: pauseAfter(age), live: true };
}

/** Most videos are live within seconds; the others take minutes or hours. */
export function pauseAfter(ageMs: number): number {
  if (ageMs < 30_000) return 2_000;
  if (ageMs < 5 * A_MINUTE_MS) return 10_000;
  return ageMs < 60 * A_MINUTE_MS ? A_MINUTE_MS : 5 * A_MINUTE_MS;
}
