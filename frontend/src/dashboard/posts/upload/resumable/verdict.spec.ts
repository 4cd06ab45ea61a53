import { verdictOn } from './verdict';

jest.mock('../../../../session', () => ({ currentSession: () => ({ token: null, user: null }) }));
jest.mock('../../../../serverReachability', () => ({}));

it.each([
  ['PATCH', 0, '', 'wait'],
  ['HEAD', 0, '', 'wait'],
  ['PATCH', 502, '<html>Bad gateway</html>', 'wait'],
  ['PATCH', 503, '{"error":"unavailable"}', 'again'],
  ['PATCH', 423, '{"error":"locked"}', 'again'],
  ['PATCH', 409, '{"error":"conflict"}', 'again'],
  ['HEAD', 404, '', 'anew'],
  ['PATCH', 404, '{"error":"not_found"}', 'anew'],
  ['HEAD', 403, '', 'anew'],
  ['HEAD', 401, '', 'refused'],
  ['POST', 413, '{}', 'refused'],
  ['POST', 422, '{}', 'refused'],
  ['POST', 429, '{}', 'refused'],
  ['POST', 404, '{}', 'refused'],
] as const)('judges %s %i %s: %s', (method, status, body, verdict) => {
  expect(verdictOn({ method, status, body })).toBe(verdict);
});
