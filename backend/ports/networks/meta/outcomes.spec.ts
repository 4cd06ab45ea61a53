import type { RemoteSession } from '../network';
import type { ErrorClass } from './error-classes';
import type { MetaError } from './graph-client';
import { toOutcome, mayBePublic, describeFailure } from './outcomes';

const NOW = Date.UTC(2030, 0, 1);
const MINUTE = 60_000;
const session: RemoteSession = { protocol: 'reel', remoteId: '7' };
const error = (name: ErrorClass, more: Partial<MetaError> = {}): MetaError => ({
  kind: 'error',
  class: name,
  status: 400,
  reason: 'Meta said no',
  code: 5,
  traceId: 'A1',
  ...more,
});
const lost = (reached: boolean) => ({ kind: 'lost', reached, reason: 'ECONNRESET' }) as const;

describe('the outcome of a failed call that cannot have made anything public', () => {
  it.each(['transient', 'offset', 'not_ready', 'missing'] as const)(
    'is a try with the same session after %s',
    (name) => {
      expect(toOutcome(error(name), session, NOW)).toMatchObject({ kind: 'busy', session });
    },
  );

  it('is a try with a new session after new_session', () => {
    expect(toOutcome(error('new_session'), session, NOW)).toMatchObject({ kind: 'busy', session: null });
  });

  it('is a try with the same session after a lost answer, in words for a person', () => {
    expect(toOutcome(lost(true), session, NOW)).toEqual({
      kind: 'busy',
      session,
      reason: 'The network could not be reached (ECONNRESET).',
    });
  });

  it.each([
    ['rate_limit', undefined, 15],
    ['rate_limit', 7 * MINUTE, 7],
    ['blocked', undefined, 360],
    ['blocked', 30 * MINUTE, 30],
    ['rate_limit', 999_999_999_000, 24 * 60],
    ['blocked', 72 * 60 * MINUTE, 24 * 60],
  ] as const)('pauses the account after %s, told %s ms, for %s minutes', (name, waitMs, minutes) => {
    expect(toOutcome(error(name, { waitMs }), session, NOW)).toMatchObject({
      kind: 'account',
      action: 'wait',
      session,
      untilMs: NOW + minutes * MINUTE,
    });
  });

  it('pauses the account until its user reconnects after reconnect', () => {
    const outcome = toOutcome(error('reconnect'), session, NOW);
    expect(outcome).toMatchObject({ kind: 'account', action: 'reconnect', session });
    expect(outcome).not.toHaveProperty('untilMs');
    expect(outcome).not.toHaveProperty('everyAccount');
  });

  it('pauses every account that uses the token after token', () => {
    const outcome = toOutcome(error('token'), session, NOW);
    expect(outcome).toMatchObject({ kind: 'account', action: 'reconnect', everyAccount: true, session });
  });

  it('is final after refused, with Meta’s words and numbers', () => {
    expect(toOutcome(error('refused', { subcode: 6 }), session, NOW)).toEqual({
      kind: 'refused',
      reason: 'Meta refused this with the words: Meta said no',
      code: { code: 5, subcode: 6, traceId: 'A1' },
    });
  });
});

describe('a failed public call', () => {
  it.each([
    ['no connection was made', lost(false), false],
    ['the connection broke', lost(true), true],
    ['a fault of the server', error('transient'), true],
    ['limit reached, seen with the post live', error('rate_limit', { code: 4 }), true],
    ['the limit of a Page', error('rate_limit', { code: 80001 }), true],
    ['the daily quota of posts', error('rate_limit', { code: 9, subcode: 2207042 }), false],
    ['the daily quota of containers', error('rate_limit', { code: 9, subcode: 2207069 }), false],
    [
      'a quota by a server that is out of order',
      error('rate_limit', { status: 500, subcode: 2207042 }),
      true,
    ],
    ['spam block, seen with the post live', error('blocked'), true],
    ['duplicate', error('refused', { code: 506 }), true],
    ['photos already posted', error('refused', { subcode: 1366051 }), true],
    [
      'unsupported response format, said after the work',
      error('refused', { code: 20, subcode: 1772107 }),
      true,
    ],
    ['a refusal by a server that is out of order', error('refused', { status: 500, code: 100 }), true],
    ['a bad token by the same', error('token', { status: 503 }), true],
    ['another refusal', error('refused'), false],
    ['a bad token', error('token'), false],
    ['a missing permission', error('reconnect'), false],
    ['not ready', error('not_ready'), false],
    ['no such object', error('missing'), false],
    ['no such session', error('new_session'), false],
    ['bytes are missing', error('offset'), false],
  ] as const)('is judged by whether it may have published: %s', (_why, failure, expected) => {
    expect(mayBePublic(failure)).toBe(expected);
  });

  it('is described with the numbers that Meta needs to find it', () => {
    expect(describeFailure(error('refused', { subcode: 6 }))).toEqual({
      message: 'Meta said no',
      code: 5,
      subcode: 6,
      traceId: 'A1',
    });
    expect(describeFailure(lost(true)).message).toContain('ECONNRESET');
  });
});
