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
  const verdict = judge(handle, state, { now });
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
    expect(found).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/^This video has too few pixels\..*: Too wide$/),
      code: { code: 1363127 },
    });
  });

  it.each(['absent', 'uploading'] as const)(
    'finds it %s: only twice, a minute apart, is safe to send',
    (kind) => {
      const state = { kind, bytesReceived: 0, complete: true } as VideoState;
      const first = outcome(intent, state, T);
      expect(first).toMatchObject({ kind: 'unknown', askAgainMs: MINUTE, handle: { absentSince: T } });
      const early = outcome(first.handle, state, T + 59_999);
      expect(early).toMatchObject({ kind: 'unknown', askAgainMs: 1, handle: { absentSince: T } });
      expect(judge(early.handle, state, { now: T + MINUTE })).toMatchObject({ kind: 'safe to send' });
    },
  );

  it('counts the minute by its own clock where it is the same process, whatever the machine’s says', () => {
    const steady = (at: number, by = 'this one') => ({ by, at });
    const look = (handle: Handle, now: number, at: number, by?: string) =>
      judge(handle, { kind: 'absent' }, { now, steady: steady(at, by) });
    const first = look(intent, T, 1000);
    if (first.kind !== 'settled' || first.outcome.kind !== 'unknown') throw new Error(first.kind);
    const { handle } = first.outcome;
    expect(look(handle, T + 2 * HOUR, 3000)).toMatchObject({ outcome: { askAgainMs: MINUTE - 2000 } });
    expect(look(handle, T - 2 * HOUR, 1000 + MINUTE)).toMatchObject({ kind: 'safe to send' });
    expect(look(handle, T + MINUTE, 5, 'another one')).toMatchObject({ kind: 'safe to send' });
    expect(look(handle, T - 1, 5, 'another one')).toMatchObject({
      outcome: { handle: { absentSince: T - 1 } },
    });
  });

  it('waits twice as long after each refusal of the same call', () => {
    const refused: Handle = { ...intent, absentSince: T, refusals: 2, refusedSince: T };
    const verdictAt = (ms: number) => judge(refused, { kind: 'absent' }, { now: T + ms }).kind;
    expect([4 * MINUTE - 1, 4 * MINUTE].map(verdictAt)).toEqual(['settled', 'safe to send']);
  });

  it('finds its session run out: only twice, a minute apart, a new one is made', () => {
    const state: VideoState = { kind: 'expired', reason: 'It expired' };
    const first = outcome(intent, state, T);
    expect(first).toMatchObject({ kind: 'unknown', handle: { absentSince: T } });
    expect(judge(first.handle, state, { now: T + MINUTE })).toMatchObject({ kind: 'new session' });
    expect(outcome(accepted, state, T + MINUTE)).toMatchObject({ kind: 'waiting', live: true });
  });

  describe('finds it processing, with publishing not begun', () => {
    const state = (unstarted?: string): VideoState => ({ kind: 'working', unstarted });
    const readings = (...told: Array<[minutes: number, print?: string]>) =>
      told.reduce<any>(
        ({ handle }, [minutes, print]) => {
          const verdict = judge(handle, state(print), { now: T + minutes * MINUTE });
          return verdict.kind === 'settled'
            ? { handle: (verdict.outcome as any).handle, kind: verdict.outcome.kind }
            : { handle, kind: verdict.kind };
        },
        { handle: intent },
      ).kind;

    it.each([
      [
        'three times over ten minutes: safe to send',
        [
          [0, 'a'],
          [5, 'a'],
          [10, 'a'],
        ],
        'safe to send',
      ],
      [
        'three times in less',
        [
          [0, 'a'],
          [5, 'a'],
          [9.9, 'a'],
        ],
        'unknown',
      ],
      [
        'twice only',
        [
          [0, 'a'],
          [10, 'a'],
        ],
        'unknown',
      ],
      [
        'but it moves',
        [
          [0, 'a'],
          [5, 'b'],
          [10, 'b'],
        ],
        'unknown',
      ],
      ['but once it was not said', [[0, 'a'], [5], [10, 'a']], 'unknown'],
      ['but it is never said', [[0], [5], [10], [60]], 'unknown'],
    ] as Array<[string, Array<[number, string?]>, string]>)('%s', (_name, told, kind) => {
      expect(readings(...told)).toBe(kind);
    });

    it('never sends again what was accepted', () => {
      let { handle } = outcome(accepted, state('a'), T);
      ({ handle } = outcome(handle, state('a'), T + 10 * MINUTE));
      expect(outcome(handle, state('a'), T + 20 * MINUTE)).toMatchObject({ kind: 'waiting', live: true });
    });
  });

  it('finds a draft: for good when that is complete, or ten minutes after it was accepted', () => {
    const found = (handle: Handle, complete: boolean, ms: number) =>
      outcome(handle, { kind: 'draft', complete }, T + ms);
    expect(found(accepted, true, 0)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('as a draft'),
    });
    expect(found(accepted, false, 10 * MINUTE - 1)).toMatchObject({ kind: 'waiting', live: true });
    expect(found(accepted, false, 10 * MINUTE).reason).toMatch(/kept this video as a draft/);
    expect(found(intent, false, 0)).toMatchObject({ kind: 'unknown', handle: { absentSince: T } });
  });

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
    expect(judge(blind.handle, { kind: 'absent' }, { now: T + MINUTE })).toMatchObject({
      kind: 'safe to send',
    });
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
