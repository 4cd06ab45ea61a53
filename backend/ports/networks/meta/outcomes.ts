import type { RemoteSession, MetaCode, Outcome } from '../network';
import type { Answer, MetaError } from './graph-client';
import { sentenceOf } from './error-sentences';
import { LONGEST_WAIT_MS } from '../values';
import { BLOCKED_WAIT_MS, RATE_LIMIT_WAIT_MS } from './wait-times';

type Failure = Exclude<Answer, { kind: 'ok' }>;

/**
 * The outcome of a failed call that cannot have made anything public. `session` is where the next try continues; the
 * outcome drops it when the network wants a new session.
 */
export function toOutcome(failure: Failure, session: RemoteSession | null, now: number): Outcome {
  if (failure.kind === 'lost') return { kind: 'busy', session, reason: unreachable(failure.reason) };
  const code = codesOf(failure);
  const reason = sentenceOf(failure);
  switch (failure.class) {
    case 'rate_limit':
      return {
        kind: 'account',
        action: 'wait',
        session,
        code,
        reason,
        untilMs: now + Math.min(failure.waitMs ?? RATE_LIMIT_WAIT_MS, LONGEST_WAIT_MS),
      };
    case 'blocked':
      return {
        kind: 'account',
        action: 'wait',
        session,
        code,
        reason,
        untilMs: now + Math.min(failure.waitMs ?? BLOCKED_WAIT_MS, LONGEST_WAIT_MS),
      };
    case 'token':
      return { kind: 'account', action: 'reconnect', everyAccount: true, session, code, reason };
    case 'reconnect':
      return { kind: 'account', action: 'reconnect', session, code, reason };
    case 'new_session':
      return { kind: 'busy', session: null, code, reason };
    case 'transient':
    case 'offset':
    case 'not_ready':
    case 'missing':
      return { kind: 'busy', session, code, reason };
    case 'refused':
      return { kind: 'refused', code, reason, ...(failure.unlisted && { unlisted: true }) };
  }
}

/** The same for a reading. That it was refused says nothing about the post, so it is read again. */
export function unreadOutcome(failure: Failure, session: RemoteSession | null, now: number): Outcome {
  const outcome = toOutcome(failure, session, now);
  if (outcome.kind !== 'refused') return outcome;
  return { kind: 'busy', session, reason: outcome.reason, ...(outcome.code && { code: outcome.code }) };
}

/** Marks a passing failure that came after progress in the same session. */
export const withProgress = (outcome: Outcome, progressed: boolean): Outcome =>
  outcome.kind === 'busy' && outcome.session && progressed ? { ...outcome, progressed } : outcome;

/** Whether a failed public call may still have taken effect; only then is the network read back. */
export function mayBePublic(failure: Failure): boolean {
  if (failure.kind === 'lost') return failure.reached;
  // The server broke down at an unknown point, whatever number it names.
  if (failure.status >= 500) return true;
  switch (failure.class) {
    // Posts have gone live behind a 500, codes 1 and 2, "limit reached", "already posted" and "unsupported response
    // format".
    case 'transient':
    case 'blocked':
      return true;
    case 'rate_limit':
      return !isQuota(failure);
    case 'refused':
      return failure.code === 506 || failure.subcode === 1366051 || failure.subcode === 1772107;
    case 'token':
    case 'reconnect':
    case 'new_session':
    case 'not_ready':
    case 'offset':
    case 'missing':
      return false;
  }
}

/** Instagram checks it before it publishes. A limit of calls may also be met after the effect. */
const isQuota = ({ subcode }: MetaError): boolean => subcode === 2207042 || subcode === 2207069;

export const codesOf = ({ code, subcode, traceId }: MetaError): MetaCode => ({ code, subcode, traceId });

function unreachable(reason: string): string {
  return `The network could not be reached (${reason}).`;
}

/** Describes a failure for the ledger. */
export function describeFailure(failure: Failure): { message: string } & MetaCode {
  return failure.kind === 'lost'
    ? { message: unreachable(failure.reason) }
    : { message: failure.reason, ...codesOf(failure) };
}

/** The same for an outcome. */
export function reasonOf(outcome: Outcome): { message?: string } & MetaCode {
  return outcome.kind === 'published' || outcome.kind === 'not public'
    ? {}
    : { message: outcome.reason, ...('code' in outcome ? outcome.code : {}) };
}
