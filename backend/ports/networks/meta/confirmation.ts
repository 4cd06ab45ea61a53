import { NOT_CONFIRMED, type Handle, type Outcome } from '../network';
import { failedPrivately } from './outcomes';
import type { VideoState } from './video-status';

const A_MINUTE_MS = 60_000;

/** How long apart two readings must find nothing before sending again is safe. */
const ABSENT_TWICE_MS = A_MINUTE_MS;
const UNREADABLE_FOR_MS = 60 * A_MINUTE_MS;
const NEVER_LIVE_AFTER_MS = 24 * 60 * A_MINUTE_MS;

export type Verdict =
  | { kind: 'settled'; outcome: Outcome }
  /** Found absent twice, far enough apart: the public call may be made (again). */
  | { kind: 'safe to send' };

/**
 * What a reading says of a post whose public call was made or may have been made. Pure: everything it needs to
 * remember until the next reading is in the handle it returns.
 */
export function judge(handle: Handle, state: VideoState, now: number): Verdict {
  const readable: Handle = { ...handle, unreadableSince: undefined };
  switch (state.kind) {
    case 'live':
      return settled({
        kind: 'published',
        remoteId: state.remoteId ?? handle.remoteId,
        permalink: state.permalink,
      });
    case 'failed':
      return settled({ kind: 'refused', reason: state.reason, code: { code: state.code } });
    case 'expired':
      return settled({ kind: 'busy', handle: null, reason: state.reason });
    case 'unreadable':
      return settled(unreadable(handle, state, now));
    case 'publishing':
      return settled(
        stillWorking({ ...readable, acceptedAt: handle.acceptedAt ?? now, absentSince: undefined }, now),
      );
    case 'working':
    case 'uploading':
    case 'absent':
      if (handle.acceptedAt) return settled(stillWorking(readable, now));
      return state.kind === 'working' ? settled(working(readable, now)) : absent(readable, now);
  }
}

const settled = (outcome: Outcome): Verdict => ({ kind: 'settled', outcome });

function absent(handle: Handle, now: number): Verdict {
  if (handle.absentSince === undefined)
    return settled(lookAgain({ ...handle, absentSince: now }, ABSENT_TWICE_MS));
  const age = now - handle.absentSince;
  if (age >= ABSENT_TWICE_MS) return { kind: 'safe to send' };
  return settled(lookAgain(handle, ABSENT_TWICE_MS - age));
}

/** Processing may go on before or after the public call: only its end tells. */
function working(handle: Handle, now: number): Outcome {
  const age = now - (handle.intentAt ?? now);
  if (age >= NEVER_LIVE_AFTER_MS) return { kind: 'refused', reason: NOT_CONFIRMED };
  return lookAgain({ ...handle, absentSince: undefined }, Math.max(5_000, pauseAfter(age)));
}

function lookAgain(handle: Handle, askAgainMs = 5_000): Outcome {
  return {
    kind: 'unknown',
    handle,
    askAgainMs,
    reason: 'The network did not say whether this was posted; reading it back.',
  };
}

function unreadable(
  handle: Handle,
  state: Extract<VideoState, { kind: 'unreadable' }>,
  now: number,
): Outcome {
  if (state.error?.class === 'token' || state.error?.class === 'reconnect')
    return failedPrivately(state.error, handle, now);
  const since = handle.unreadableSince ?? now;
  if (now - since >= UNREADABLE_FOR_MS) return { kind: 'refused', reason: NOT_CONFIRMED };
  const kept: Handle = { ...handle, unreadableSince: since };
  // Told to stay away: asking again lengthens it.
  if (state.error?.class === 'rate_limit' || state.error?.class === 'blocked')
    return failedPrivately(state.error, kept, now);
  const askAgainMs = Math.min(A_MINUTE_MS, Math.max(5_000, (now - since) / 2));
  if (handle.acceptedAt)
    return { kind: 'waiting', handle: kept, askAgainMs, live: true, reason: state.reason };
  return { kind: 'unknown', handle: kept, askAgainMs, reason: state.reason };
}

function stillWorking(handle: Handle, now: number): Outcome {
  const age = now - (handle.acceptedAt ?? now);
  if (age >= NEVER_LIVE_AFTER_MS) return { kind: 'refused', reason: NOT_CONFIRMED };
  return { kind: 'waiting', handle, askAgainMs: pauseAfter(age), live: true };
}

/** Most videos are live within seconds; the others take minutes or hours. */
export function pauseAfter(ageMs: number): number {
  if (ageMs < 30_000) return 2_000;
  if (ageMs < 5 * A_MINUTE_MS) return 10_000;
  return ageMs < 60 * A_MINUTE_MS ? A_MINUTE_MS : 5 * A_MINUTE_MS;
}
