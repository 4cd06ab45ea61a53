import { NOT_CONFIRMED, type RemoteSession, type Outcome } from '../network';
import { toOutcome } from './outcomes';
import { statusSentence } from './error-sentences';
import type { RemoteState } from './remote-state';

const A_MINUTE_MS = 60_000;

/** How long apart two readings must find nothing before sending again is safe. */
const ABSENT_TWICE_MS = A_MINUTE_MS;
const UNREADABLE_FOR_MS = 60 * A_MINUTE_MS;
const NEVER_LIVE_AFTER_MS = 24 * 60 * A_MINUTE_MS;

/** A finish that was lost may leave a video processing for ever: so many equal readings over so long tell it. */
const STALLED_READINGS = 3;
const STALLED_FOR_MS = 10 * A_MINUTE_MS;

/** A video that is a draft for so long after it was accepted is not going to be public. */
const DRAFT_FOR_MS = 10 * A_MINUTE_MS;

const DRAFT =
  'Facebook kept this video as a draft and did not publish it. Publish it from the drafts of your Page, or delete it there before you retry.';

/** How long a post is looked for whose repeated public call was refused. */
const REFUSED_FOR_MS = 60 * A_MINUTE_MS;

/** A moment by the clock that all processes share, and by this process's own, which nobody can set. */
export interface Moment {
  now: number;
  steady?: { by: string; at: number };
}

export type Verdict =
  | { kind: 'settled'; outcome: Outcome }
  /** Nothing was found for long enough: the public call may be made (again), with the same id. */
  | { kind: 'safe to send'; session: RemoteSession }
  /** The session ran out before anything was public: only another one can go on. */
  | { kind: 'new session'; session: RemoteSession; reason: string };

/**
 * What a reading says of a post whose public call was made or may have been made. Pure: everything it needs to
 * remember until the next reading is in the session it returns.
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
      return settled({
        kind: 'refused',
        reason: statusSentence(state.reason, state.code),
        code: { code: state.code },
      });
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
      if (session.acceptedAt) return settled(stillWorking(readable, now));
      if (state.kind === 'working') return working(seen(readable), state.unstarted, now);
      return absent({ ...readable, stalled: undefined }, state, moment);
  }
}

/** Just after it was accepted it may still be one. */
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

/** Whether enough time was given to a post whose repeated public call was refused. */
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
  state: Extract<RemoteState, { kind: 'uploading' | 'absent' | 'expired' }>,
  moment: Moment,
): Verdict {
  const { now, steady } = moment;
  const age = absentFor(session, moment);
  if (age === undefined)
    return settled(lookAgain({ ...session, absentSince: now, absentSeen: steady }, ABSENT_TWICE_MS));
  // Each refusal of the same call doubles the wait: somebody out there may know more than can be read.
  const enough = ABSENT_TWICE_MS * 2 ** (session.refusals ?? 0);
  if (age < enough) return settled(lookAgain(session, Math.min(enough - age, ABSENT_TWICE_MS)));
  return state.kind === 'expired'
    ? { kind: 'new session', session, reason: state.reason }
    : { kind: 'safe to send', session };
}

/** undefined: not seen absent before, or at a time that was yet to come, by a clock that was set meanwhile. */
function absentFor({ absentSince, absentSeen }: RemoteSession, { now, steady }: Moment): number | undefined {
  if (absentSince === undefined) return undefined;
  if (absentSeen && steady && absentSeen.by === steady.by) return steady.at - absentSeen.at;
  return now >= absentSince ? now - absentSince : undefined;
}

/** Processing may go on before or after the public call: only its end tells, or that nothing moves at all. */
function working(session: RemoteSession, print: string | undefined, now: number): Verdict {
  const stalled = stalledBy(session, print, now);
  const noted = { ...session, stalled };
  if (stalled && stalled.readings >= STALLED_READINGS && now - stalled.since >= STALLED_FOR_MS)
    return { kind: 'safe to send', session: noted };
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
  // Told to stay away: asking again lengthens it.
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
