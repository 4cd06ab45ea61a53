import { NOT_CONFIRMED, type Outcome, type RemoteSession } from '../network';
import { sentenceOf } from './error-sentences';
import type { Answer } from './graph-client';
import { codesOf, describeFailure } from './outcomes';

type Failure = Exclude<Answer, { kind: 'ok' }>;

const A_MINUTE_MS = 60_000;

/** How long a post must be read absent after its first, second, … public call before the next one: like other tries. */
const PAUSES_MS = [1, 1, 1, 2, 5, 15, 30].map((minutes) => minutes * A_MINUTE_MS);

const MOST_CALLS = PAUSES_MS.length + 1;

/** The network holds the post to be another one's repetition, and says so each time. */
const MOST_DUPLICATES = 2;

/** An intent without a count is of a call that was made before they were counted. */
export const callAgain = (session: RemoteSession): RemoteSession => ({
  ...session,
  calls: (session.calls ?? (session.intentAt === undefined ? 0 : 1)) + 1,
});

/** The session after an answer that does not say that the post is public. A limit or a block is waited for, not counted. */
export const callFailed = (session: RemoteSession, failure: Failure): RemoteSession => ({
  ...session,
  ...(isForNow(failure) && { calls: (session.calls ?? 1) - 1 }),
  duplicates: (session.duplicates ?? 0) + Number(isDuplicate(failure)),
  lastFailure:
    failure.kind === 'lost'
      ? { reason: describeFailure(failure).message }
      : { reason: sentenceOf(failure), code: codesOf(failure) },
});

/** Whether the account waits for as long as Meta says, however often. */
export const isForNow = (failure: Failure): boolean =>
  failure.kind === 'error' && (failure.class === 'rate_limit' || failure.class === 'blocked');

/** Code 506 for texts, subcode 1366051 for photos. */
const isDuplicate = (failure: Failure): boolean =>
  failure.kind === 'error' && (failure.code === 506 || failure.subcode === 1366051);

export const pauseAfterCalls = ({ calls = 1 }: RemoteSession): number =>
  PAUSES_MS[Math.min(calls, PAUSES_MS.length) - 1] ?? 0;

/**
 * Whether the public call was made often enough, if the post is still not there. Where only some answers said
 * `duplicate`, the post itself may be what it duplicates.
 */
export const isCalledEnough = ({ calls = 1, duplicates = 0 }: RemoteSession): boolean =>
  calls >= MOST_CALLS || (calls >= MOST_DUPLICATES && calls === duplicates);

/** The outcome of a post that is not there after all these calls. */
export function refusedEachTime({ lastFailure, calls, duplicates }: RemoteSession): Outcome {
  if (!lastFailure) return { kind: 'refused', reason: NOT_CONFIRMED };
  return { kind: 'refused', ...lastFailure, ...(calls !== duplicates && { usedUp: true }) };
}
