import { NOT_CONFIRMED, type Handle } from '../network';
import { judge } from './confirmation';
import type { MetaError } from './graph-client';
import type { VideoState } from './video-status';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const T = Date.UTC(2030, 0, 1);

const intent: Handle = { protocol: 'reel', remoteId: '7', uploaded: true, intentAt: T };
const accepted: Handle = { ...intent, acceptedAt: T };
const unreadable = (error?: Partial<MetaError>): VideoState => ({
  kind: 'unreadable',
  reason: 'no answer',
  ...(error && { error: { kind: 'error', status: 400, reason: 'no answer', class: 'transient', ...error } }),
});

const outcome = (handle: Handle, state: VideoState, now: number): any => {
  const verdict = judge(handle, state, now);
  if (verdict.kind !== 'settled') throw new Error(verdict.kind);
  return verdict.outcome;
};

describe('a reading after the public call', () => {
  it('finds it live, whatever was known before', () => {
    for (const handle of [intent, accepted, { ...intent, absentSince: T, unreadableSince: T }])
      expect(outcome(handle, { kind: 'live', permalink: 'https://x' }, T + HOUR)).toEqual({
        kind: 'published',
        remoteId: '7',
        permalink: 'https://x',
      });
  });

  it('finds it refused, in the network’s words', () => {
    const found = outcome(accepted, { kind: 'failed', reason: 'Too wide', code: 1363127 }, T);
    expect(found).toEqual({ kind: 'refused', reason: 'Too wide', code: { code: 1363127 } });
  });

  it.each(['absent', 'uploading'] as const)(
    'finds it %s: only twice, a minute apart, is safe to send',
    (kind) => {
      const state = { kind, bytesReceived: 0, complete: true } as VideoState;
      const first = outcome(intent, state, T);
      expect(first).toMatchObject({ kind: 'unknown', askAgainMs: MINUTE, handle: { absentSince: T } });
      const early = outcome(first.handle, state, T + 59_999);
      expect(early).toMatchObject({ kind: 'unknown', askAgainMs: 1, handle: { absentSince: T } });
      expect(judge(early.handle, state, T + MINUTE)).toEqual({ kind: 'safe to send' });
    },
  );

  it('begins to count anew when something was seen in between', () => {
    const { handle } = outcome(intent, { kind: 'absent' }, T);
    const working = outcome(handle, { kind: 'working' }, T + MINUTE);
    expect(working).toMatchObject({ kind: 'unknown', handle: { intentAt: T } });
    expect(working.handle.absentSince).toBeUndefined();
    expect(outcome(working.handle, { kind: 'absent' }, T + 2 * MINUTE).kind).toBe('unknown');
  });

  it('takes publishing under way for the acceptance that was not heard', () => {
    const found = outcome({ ...intent, absentSince: T }, { kind: 'publishing' }, T + MINUTE);
    expect(found).toMatchObject({ kind: 'waiting', live: true, handle: { acceptedAt: T + MINUTE } });
    expect(found.handle.absentSince).toBeUndefined();
  });

  it.each(['absent', 'working', 'uploading'] as const)('never sends again what was accepted: %s', (kind) => {
    const state = { kind, bytesReceived: 0, complete: false } as VideoState;
    for (const age of [0, MINUTE, HOUR, 23 * HOUR])
      expect(outcome(accepted, state, T + age)).toMatchObject({ kind: 'waiting', live: true });
    expect(outcome(accepted, state, T + 24 * HOUR)).toEqual({ kind: 'refused', reason: NOT_CONFIRMED });
  });

  it('looks less often the longer it takes', () => {
    const pauses = [0, 30 * SECOND, 5 * MINUTE, HOUR].map(
      (age) => outcome(accepted, { kind: 'working' }, T + age).askAgainMs,
    );
    expect(pauses).toEqual([2, 10, 60, 300].map((seconds) => seconds * SECOND));
  });

  it('gives up after an hour without a reading, and a reading in between starts that hour anew', () => {
    const first = outcome(intent, unreadable(), T);
    expect(first).toMatchObject({ kind: 'unknown', handle: { unreadableSince: T } });
    expect(outcome(first.handle, unreadable(), T + HOUR - 1).kind).toBe('unknown');
    expect(outcome(first.handle, unreadable(), T + HOUR)).toEqual({ kind: 'refused', reason: NOT_CONFIRMED });
    const { handle } = outcome(first.handle, { kind: 'working' }, T + HOUR - 1);
    expect(outcome(handle, unreadable(), T + HOUR).kind).toBe('unknown');
  });

  it('keeps the first absence through readings that failed', () => {
    const { handle } = outcome(intent, { kind: 'absent' }, T);
    const blind = outcome(handle, unreadable(), T + 30 * SECOND);
    expect(judge(blind.handle, { kind: 'absent' }, T + MINUTE)).toEqual({ kind: 'safe to send' });
  });

  it('asks at most every five seconds and at least every minute', () => {
    const { handle, askAgainMs } = outcome(intent, unreadable(), T);
    expect(askAgainMs).toBe(5 * SECOND);
    expect(outcome(handle, unreadable(), T + 30 * MINUTE).askAgainMs).toBe(MINUTE);
  });

  it('pauses the account when the token is refused, and keeps what is known', () => {
    const found = outcome(intent, unreadable({ class: 'reconnect', code: 190, subcode: 463 }), T);
    expect(found).toMatchObject({
      kind: 'account',
      action: 'reconnect',
      handle: intent,
      code: { code: 190 },
    });
  });

  it.each(['rate_limit', 'blocked'] as const)('stays away as long as it is told: %s', (name) => {
    const found = outcome(intent, unreadable({ class: name, waitMs: 7 * MINUTE }), T);
    expect(found).toMatchObject({ kind: 'account', action: 'wait', untilMs: T + 7 * MINUTE });
    expect(found.handle).toMatchObject({ intentAt: T, unreadableSince: T });
  });
});
