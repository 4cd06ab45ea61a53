import { classify, type ErrorClass, type MetaErrorNumbers } from './error-classes';

type Row = [meaning: string, error: Partial<MetaErrorNumbers>, expected: ErrorClass];

/**
 * The meaning of each number by Meta's guides or, where those are silent, by experience. HTTP status 400 unless given.
 */
const rows: Row[] = [
  ['unknown API error', { code: 1, status: 500 }, 'transient'],
  ['service temporarily unavailable', { code: 2 }, 'transient'],
  ['video service unavailable', { code: 2, subcode: 1363047 }, 'transient'],
  ['capability missing', { code: 3 }, 'refused'],
  ['app call limit', { code: 4 }, 'rate_limit'],
  ['suspected spam', { code: 4, subcode: 2207051 }, 'blocked'],
  ['permission removed', { code: 10 }, 'reconnect'],
  ['user call limit', { code: 17 }, 'rate_limit'],
  ['page request limit', { code: 32 }, 'rate_limit'],
  ['invalid parameter', { code: 100 }, 'refused'],
  ['object missing, or lag', { code: 100, subcode: 33 }, 'missing'],
  ['an id that does not exist, or lag', { code: 803 }, 'missing'],
  ['a link to facebook.com, as a block', { code: 368, subcode: 1609008 }, 'refused'],
  ['a link that cannot be read, as a passing error', { code: 2, subcode: 1609005 }, 'refused'],
  ['an invalid file, as a passing error', { code: 1, subcode: 2069019, isTransient: true }, 'refused'],
  ['an invalid picture', { code: 324, isTransient: true }, 'refused'],
  ['session', { code: 102 }, 'token'],
  ['token expired or invalid', { code: 190, status: 401 }, 'token'],
  ['app removed', { code: 190, subcode: 458 }, 'token'],
  ['checkpoint', { code: 190, subcode: 459 }, 'token'],
  ['password changed', { code: 190, subcode: 460 }, 'token'],
  ['token expired', { code: 190, subcode: 463 }, 'token'],
  ['user not confirmed', { code: 190, subcode: 464 }, 'token'],
  ['token invalid', { code: 190, subcode: 467 }, 'token'],
  ['role lost', { code: 190, subcode: 492 }, 'token'],
  ['the same subcode under another code', { code: 102, subcode: 463 }, 'token'],
  ['permission, first of the range', { code: 200, status: 403 }, 'reconnect'],
  ['permission, last of the range', { code: 299 }, 'reconnect'],
  ['after the range of permissions', { code: 300 }, 'refused'],
  ['application limit', { code: 341 }, 'rate_limit'],
  ['abusive', { code: 368 }, 'blocked'],
  ['duplicate', { code: 506 }, 'refused'],
  ['custom rate limit', { code: 613 }, 'rate_limit'],
  ['page business use case limit', { code: 80001 }, 'rate_limit'],
  ['Instagram business use case limit', { code: 80002 }, 'rate_limit'],
  ['upload problem', { code: 6000, subcode: 1363019 }, 'transient'],
  ['upload timed out', { code: 6001, subcode: 1363030 }, 'transient'],
  ['upload interrupted', { code: 6000, subcode: 1363033 }, 'transient'],
  ['session expired', { code: 6001, subcode: 1363041 }, 'new_session'],
  ['wrong offset', { code: 6001, subcode: 1363037 }, 'offset'],
  ['no permission to upload', { code: 6000, subcode: 1363042 }, 'reconnect'],
  ['too long', { code: 6000, subcode: 1363026 }, 'refused'],
  ['problem with the file', { code: 6000 }, 'refused'],
  ['reel with a wrong ratio, as a subcode', { code: 100, subcode: 1363040 }, 'refused'],
  ['the same as a code', { code: 1363040 }, 'refused'],
  ['a passing upload problem as a code', { code: 1363030 }, 'transient'],
  ['photo too large, under a code that passes', { code: 1, subcode: 1366046 }, 'refused'],
  ['container not ready', { code: 9007, subcode: 2207027 }, 'not_ready'],
  ['the same without a subcode', { code: 9007 }, 'not_ready'],
  ['container unknown, without a subcode', { code: 24 }, 'new_session'],
  ['container expired', { code: -2, subcode: 2207020 }, 'new_session'],
  ['daily quota', { code: 9, subcode: 2207042 }, 'rate_limit'],
  ['link temporarily unavailable', { code: 100, subcode: 1609010 }, 'transient'],
  ['no code, 500', { status: 500 }, 'transient'],
  ['no code, 502', { status: 502 }, 'transient'],
  ['no code, 408', { status: 408 }, 'transient'],
  ['no code, 429', { status: 429 }, 'rate_limit'],
  ['no code, 401', { status: 401 }, 'reconnect'],
  ['no code, 400', {}, 'refused'],
  ['unknown code that says it passes', { code: 424_242, isTransient: true }, 'transient'],
  ['unknown code that does not', { code: 424_242 }, 'refused'],
  ['known code wins over the hint that it passes', { code: 100, isTransient: true }, 'refused'],
  ['known code wins over HTTP', { code: 100, status: 500 }, 'refused'],
  ['unknown subcode leaves it to the code', { code: 190, subcode: 9_999_999 }, 'token'],
];

describe('classify', () => {
  it.each(rows)('%s', (_meaning, error, expected) => {
    expect(classify({ status: 400, ...error })).toBe(expected);
  });
});
