import { NOT_CONFIRMED, type RemoteSession } from '../network';
import { decide } from './resend-decision';
import type { MetaError } from './graph-client';
import type { RemoteState } from './remote-state';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const T = Date.UTC(2030, 0, 1);

const intent: RemoteSession = { protocol: 'reel', remoteId: '7', uploaded: true, intentAt: T };
const accepted: RemoteSession = { ...intent, acceptedAt: T };
const unreadable = (error?: Partial<MetaError>): RemoteState => ({
  kind: 'unreadable',
  reason: 'no answer',
  ...(error && { error: { kind: 'error', status: 400, reason: 'no answer', class: 'transient', ...error } }),
});

const outcome = (session: RemoteSession, state: RemoteState, now: number): any => {
  const verdict = decide(session, state, { now });
  if (verdict.kind !== 'settled') throw new Error(verdict.kind);
  return verdict.outcome;
};

describe('decide, after the public call', () => {
  it('settles a live post as published, whatever was known before', () => {
    for (const session of [intent, accepted, { ...intent, absentSince: T, unreadableSince: T }])
      expect(outcome(session, { kind: 'live', permalink: 'https://x' }, T + HOUR)).toEqual({
        kind: 'published',
        remoteId: '7',
        permalink: 'https://x',
      });
  });

  it('settles a failed post as refused, in the network’s words', () => {
    const found = outcome(accepted, { kind: 'failed', reason: 'Too wide', code: 1363127 }, T);
    expect(found).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/^This video has too few pixels\..*: Too wide$/),
      code: { code: 1363127 },
    });
  });

  it.each(['absent', 'uploading'] as const)(
    'sends again only after finding it %s twice, a minute apart',
    (kind) => {
      const state = { kind, bytesReceived: 0, complete: true } as RemoteState;
      const first = outcome(intent, state, T);
      expect(first).toMatchObject({ kind: 'unknown', askAgainMs: MINUTE, session: { absentSince: T } });
      const early = outcome(first.session, state, T + 59_999);
      expect(early).toMatchObject({ kind: 'unknown', askAgainMs: 1, session: { absentSince: T } });
      expect(decide(early.session, state, { now: T + MINUTE })).toMatchObject({ kind: 'safe to send' });
    },
  );

  it('measures the minute by the process’s own clock, whatever the machine’s clock says', () => {
    const steady = (at: number, by = 'this one') => ({ by, at });
    const look = (session: RemoteSession, now: number, at: number, by?: string) =>
      decide(session, { kind: 'absent' }, { now, steady: steady(at, by) });
    const first = look(intent, T, 1000);
    if (first.kind !== 'settled' || first.outcome.kind !== 'unknown') throw new Error(first.kind);
    const { session } = first.outcome;
    expect(look(session, T + 2 * HOUR, 3000)).toMatchObject({ outcome: { askAgainMs: MINUTE - 2000 } });
    expect(look(session, T - 2 * HOUR, 1000 + MINUTE)).toMatchObject({ kind: 'safe to send' });
    expect(look(session, T + MINUTE, 5, 'another one')).toMatchObject({ kind: 'safe to send' });
    expect(look(session, T - 1, 5, 'another one')).toMatchObject({
      outcome: { session: { absentSince: T - 1 } },
    });
  });

  it('waits twice as long after each refusal of the same call', () => {
    const refused: RemoteSession = { ...intent, absentSince: T, refusals: 2, refusedSince: T };
    const verdictAt = (ms: number) => decide(refused, { kind: 'absent' }, { now: T + ms }).kind;
    expect([4 * MINUTE - 1, 4 * MINUTE].map(verdictAt)).toEqual(['settled', 'safe to send']);
  });

  it('makes a new session only after finding the old one expired twice, a minute apart', () => {
    const state: RemoteState = { kind: 'expired', reason: 'It expired' };
    const first = outcome(intent, state, T);
    expect(first).toMatchObject({ kind: 'unknown', session: { absentSince: T } });
    expect(decide(first.session, state, { now: T + MINUTE })).toMatchObject({ kind: 'new session' });
    expect(outcome(accepted, state, T + MINUTE)).toMatchObject({ kind: 'waiting', live: true });
  });

  it('refuses an accepted post that expired if nothing of it can become public', () => {
    const state: RemoteState = { kind: 'expired', reason: 'It expired.', forGood: true };
    expect(outcome(intent, state, T)).toMatchObject({ kind: 'unknown', session: { absentSince: T } });
    expect(outcome(accepted, state, T)).toEqual({
      kind: 'refused',
      reason: 'It expired. Retry it.',
    });
  });

  describe('while the post is processing and publishing has not begun', () => {
    const state = (unstarted?: string): RemoteState => ({ kind: 'working', unstarted });
    const readings = (...told: Array<[minutes: number, print?: string]>) =>
      told.reduce<any>(
        ({ session }, [minutes, print]) => {
          const verdict = decide(session, state(print), { now: T + minutes * MINUTE });
          return verdict.kind === 'settled'
            ? { session: (verdict.outcome as any).session, kind: verdict.outcome.kind }
            : { session, kind: verdict.kind };
        },
        { session: intent },
      ).kind;

    it.each([
      [
        'is safe to send after three equal readings over ten minutes',
        [
          [0, 'a'],
          [5, 'a'],
          [10, 'a'],
        ],
        'safe to send',
      ],
      [
        'waits after three equal readings in less time',
        [
          [0, 'a'],
          [5, 'a'],
          [9.9, 'a'],
        ],
        'unknown',
      ],
      [
        'waits after only two readings',
        [
          [0, 'a'],
          [10, 'a'],
        ],
        'unknown',
      ],
      [
        'waits if a reading differs',
        [
          [0, 'a'],
          [5, 'b'],
          [10, 'b'],
        ],
        'unknown',
      ],
      ['waits if one reading did not say so', [[0, 'a'], [5], [10, 'a']], 'unknown'],
      ['waits if no reading says so', [[0], [5], [10], [60]], 'unknown'],
    ] as Array<[string, Array<[number, string?]>, string]>)('%s', (_name, told, kind) => {
      expect(readings(...told)).toBe(kind);
    });

    it('never sends an accepted post again', () => {
      let { session } = outcome(accepted, state('a'), T);
      ({ session } = outcome(session, state('a'), T + 10 * MINUTE));
      expect(outcome(session, state('a'), T + 20 * MINUTE)).toMatchObject({ kind: 'waiting', live: true });
    });
  });

  it('refuses a draft that is complete, or still a draft ten minutes after acceptance', () => {
    const found = (session: RemoteSession, complete: boolean, ms: number) =>
      outcome(session, { kind: 'draft', complete }, T + ms);
    expect(found(accepted, true, 0)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('as a draft'),
    });
    expect(found(accepted, false, 10 * MINUTE - 1)).toMatchObject({ kind: 'waiting', live: true });
    expect(found(accepted, false, 10 * MINUTE).reason).toMatch(/kept this video as a draft/);
    expect(found(intent, false, 0)).toMatchObject({ kind: 'unknown', session: { absentSince: T } });
  });

  it('restarts the minute when something was seen in between', () => {
    const { session } = outcome(intent, { kind: 'absent' }, T);
    const working = outcome(session, { kind: 'working' }, T + MINUTE);
    expect(working).toMatchObject({ kind: 'unknown', session: { intentAt: T } });
    expect(working.session.absentSince).toBeUndefined();
    expect(outcome(working.session, { kind: 'absent' }, T + 2 * MINUTE).kind).toBe('unknown');
  });

  it('takes publishing under way as the acceptance that was not heard', () => {
    const found = outcome({ ...intent, absentSince: T }, { kind: 'publishing' }, T + MINUTE);
    expect(found).toMatchObject({ kind: 'waiting', live: true, session: { acceptedAt: T + MINUTE } });
    expect(found.session.absentSince).toBeUndefined();
  });

  it.each(['absent', 'working', 'uploading'] as const)('never sends an accepted %s post again', (kind) => {
    const state = { kind, bytesReceived: 0, complete: false } as RemoteState;
    for (const age of [0, MINUTE, HOUR, 23 * HOUR])
      expect(outcome(accepted, state, T + age)).toMatchObject({ kind: 'waiting', live: true });
    expect(outcome(accepted, state, T + 24 * HOUR)).toEqual({ kind: 'refused', reason: NOT_CONFIRMED });
  });

  it('asks less often the longer it takes', () => {
    const pauses = [0, 30 * SECOND, 5 * MINUTE, HOUR].map(
      (age) => outcome(accepted, { kind: 'working' }, T + age).askAgainMs,
    );
    expect(pauses).toEqual([2, 10, 60, 300].map((seconds) => seconds * SECOND));
  });

  it('gives up after an hour without a reading, and restarts the hour after a reading', () => {
    const first = outcome(intent, unreadable(), T);
    expect(first).toMatchObject({ kind: 'unknown', session: { unreadableSince: T } });
    expect(outcome(first.session, unreadable(), T + HOUR - 1).kind).toBe('unknown');
    expect(outcome(first.session, unreadable(), T + HOUR)).toEqual({
      kind: 'refused',
      reason: NOT_CONFIRMED,
    });
    const { session } = outcome(first.session, { kind: 'working' }, T + HOUR - 1);
    expect(outcome(session, unreadable(), T + HOUR).kind).toBe('unknown');
  });

  it('keeps the first absence through readings that failed', () => {
    const { session } = outcome(intent, { kind: 'absent' }, T);
    const blind = outcome(session, unreadable(), T + 30 * SECOND);
    expect(decide(blind.session, { kind: 'absent' }, { now: T + MINUTE })).toMatchObject({
      kind: 'safe to send',
    });
  });

  it('asks at most every five seconds and at least every minute', () => {
    const { session, askAgainMs } = outcome(intent, unreadable(), T);
    expect(askAgainMs).toBe(5 * SECOND);
    expect(outcome(session, unreadable(), T + 30 * MINUTE).askAgainMs).toBe(MINUTE);
  });

  it('pauses the account when the token is refused, and keeps the session', () => {
    const found = outcome(intent, unreadable({ class: 'reconnect', code: 190, subcode: 463 }), T);
    expect(found).toMatchObject({
      kind: 'account',
      action: 'reconnect',
      session: intent,
      code: { code: 190 },
    });
  });

  it.each(['rate_limit', 'blocked'] as const)('waits as long as it is told: %s', (name) => {
    const found = outcome(intent, unreadable({ class: name, waitMs: 7 * MINUTE }), T);
    expect(found).toMatchObject({ kind: 'account', action: 'wait', untilMs: T + 7 * MINUTE });
    expect(found.session).toMatchObject({ intentAt: T, unreadableSince: T });
  });
});
