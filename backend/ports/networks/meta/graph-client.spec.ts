import { GraphClient, type Answer } from './graph-client';
import type { Exchange } from './http-exchange';

const hosts = { graphUrl: 'https://graph.test', ruploadUrl: 'https://rupload.test', version: 'v26.0' };

const told = (status: number, text: string, headers: Record<string, string> = {}): Promise<Answer> => {
  const answer: Exchange = { kind: 'answered', status, headers, text };
  return new GraphClient(hosts, () => Promise.resolve(answer)).post('1/feed', 'token', {});
};
const error = JSON.stringify({ error: { message: 'No', code: 4 } });

describe('GraphClient', () => {
  it.each([
    ['a page of a proxy, 200', 200, '<html>'],
    ['a page of a proxy, 404', 404, '<html>'],
    ['a page of a login, 403', 403, 'Sign in'],
    ['a redirect', 302, ''],
    ['a redirect with JSON', 307, '{"id":"1"}'],
    ['JSON that broke off', 200, '{"id":"1'],
    ['a list', 200, '[]'],
    ['nothing', 200, ''],
  ])('treats an unintelligible answer as transient: %s', async (_name, status, text) => {
    expect(await told(status, text)).toMatchObject({ kind: 'error', class: 'transient' });
  });

  it('reads an answer regardless of its content type', async () => {
    expect(await told(200, '{"id":"1"}', { 'content-type': 'text/html' })).toEqual({
      kind: 'ok',
      json: { id: '1' },
    });
  });

  it('keeps long ids that are printed as numbers, and leaves texts unchanged', async () => {
    const text =
      '{"id": 12345678901234567891, "n": 5, "message": "call 12345678901234567891, \\"now\\"", "x": 1.5}';
    expect(await told(200, text)).toEqual({
      kind: 'ok',
      json: { id: '12345678901234567891', n: 5, message: 'call 12345678901234567891, "now"', x: 1.5 },
    });
  });

  const NOW = Date.UTC(2026, 10, 22, 12);
  const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toUTCString();
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['seconds', { 'retry-after': '300' }, 300_000],
    ['a date', { 'retry-after': inMinutes(5) }, 300_000],
    ['a date that has passed', { 'retry-after': inMinutes(-5) }, undefined],
    ['garbage', { 'retry-after': 'soon' }, undefined],
    ['less than nothing', { 'retry-after': '-5' }, undefined],
    ['usage that is no JSON', { 'x-business-use-case-usage': '{"1":[{"esti' }, undefined],
    ['usage of another shape', { 'x-business-use-case-usage': '[1,{"a":null}]' }, undefined],
    [
      'usage that is text',
      { 'x-business-use-case-usage': '{"1":[{"estimated_time_to_regain_access":"7"}]}' },
      420_000,
    ],
  ])('reads how long to wait: %s', async (_name, headers, ms) => {
    jest.spyOn(Date, 'now').mockReturnValue(NOW);
    const answer = await told(400, error, headers);
    if (answer.kind !== 'error') throw new Error(answer.kind);
    expect([answer.class, answer.waitMs]).toEqual(['rate_limit', ms]);
  });

  it('marks numbers that no list contains', async () => {
    expect(await told(400, '{"error":{"message":"?","code":99123}}')).toMatchObject({ unlisted: true });
    expect(await told(400, '{"error":{"message":"?","code":100}}')).not.toHaveProperty('unlisted');
  });

  it('trusts only the two configured hosts with bytes', () => {
    const graph = new GraphClient(hosts);
    expect(
      [
        'https://graph.test/x',
        'https://rupload.test/x',
        'https://rupload.test.evil/x',
        'http://graph.test/x',
        'file:///x',
        5,
      ].map((address) => graph.trusts(address)),
    ).toEqual([true, true, false, false, false, false]);
  });
});
