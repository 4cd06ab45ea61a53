import { NOT_CONFIRMED, type RemoteSession } from '../network';
import type { MetaError } from './graph-client';
import { callAgain, callFailed, isCalledEnough, refusedEachTime } from './public-calls';
import type { RemoteState } from './remote-state';
import { decide } from './resend-decision';

const MINUTE = 60_000;
const T = Date.UTC(2030, 0, 1);

const begun: RemoteSession = { protocol: 'text', remoteId: '', uploaded: true };
const outOfOrder: MetaError = { kind: 'error', class: 'transient', status: 500, code: 1, reason: 'No' };
const duplicate: MetaError = { kind: 'error', class: 'refused', status: 400, code: 506, reason: 'Twice' };

const after = (...answers: MetaError[]): RemoteSession =>
  answers.reduce<RemoteSession>(
    (session, answer) => callFailed({ ...callAgain(session), intentAt: T }, answer),
    begun,
  );

const verdictAt = (session: RemoteSession, ms: number, state: RemoteState = { kind: 'absent' }) =>
  decide({ ...session, absentSince: T }, state, { now: T + ms }).kind;

describe('a public call that fails each time', () => {
  it.each([1, 1, 1, 2, 5, 15, 30].map((minutes, n) => [n + 1, minutes]))(
    'is made again after call %s once the post was absent for %s minutes',
    (calls, minutes) => {
      const session = after(...Array<MetaError>(calls).fill(outOfOrder));
      expect([minutes * MINUTE - 1, minutes * MINUTE].map((ms) => verdictAt(session, ms))).toEqual([
        'settled',
        'safe to send',
      ]);
    },
  );

  it('is not made a ninth time', () => {
    const session = after(...Array<MetaError>(8).fill(outOfOrder));
    expect([30 * MINUTE - 1, 30 * MINUTE].map((ms) => verdictAt(session, ms))).toEqual([
      'settled',
      'called enough',
    ]);
    expect(refusedEachTime(session)).toEqual({
      kind: 'refused',
      reason: 'Meta’s servers had a problem. Meta’s words: No',
      code: { code: 1 },
      usedUp: true,
    });
  });

  it('is not held to have failed while the post is being processed, or after a refusal', () => {
    const session = after(...Array<MetaError>(8).fill(outOfOrder));
    const stalled = { since: T - 60 * MINUTE, readings: 9, print: 'a' };
    const working: RemoteState = { kind: 'working', unstarted: 'a' };
    expect(verdictAt({ ...session, stalled }, MINUTE, working)).toBe('settled');
    expect(verdictAt({ ...session, refusals: 1, refusedSince: T }, 30 * MINUTE)).toBe('settled');
  });

  it('has failed after two answers that name it a duplicate, unless there was another answer', () => {
    expect(isCalledEnough(after(duplicate))).toBe(false);
    expect(isCalledEnough(after(duplicate, duplicate))).toBe(true);
    expect(refusedEachTime(after(duplicate, duplicate))).not.toHaveProperty('usedUp');
    expect(isCalledEnough(after(outOfOrder, duplicate, duplicate))).toBe(false);
  });

  it.each(['rate_limit', 'blocked'] as const)('is not counted where the account waits: %s', (name) => {
    const session = after(...Array<MetaError>(20).fill({ ...outOfOrder, class: name }));
    expect([session.calls, isCalledEnough(session)]).toEqual([0, false]);
    expect(after(outOfOrder, { ...outOfOrder, class: name }, outOfOrder).calls).toBe(2);
  });

  it('counts a call that was made before calls were counted, and ones that nobody heard of', () => {
    const uncounted = callFailed(callAgain({ ...begun, intentAt: T }), duplicate);
    expect([uncounted.calls, isCalledEnough(uncounted)]).toEqual([2, false]);
    expect(refusedEachTime({ ...begun, intentAt: T, calls: 8 })).toEqual({
      kind: 'refused',
      reason: NOT_CONFIRMED,
    });
  });
});
