import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { GraphClient, type Answer } from './graph-client';
import type { Exchange } from './http-exchange';
import { Usage } from './usage';

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
      { 'x-business-use-case-usage': '{"1":[{"type":"pages","estimated_time_to_regain_access":"7"}]}' },
      420_000,
    ],
  ])('reads how long to wait: %s', async (_name, headers, ms) => {
    jest.spyOn(Date, 'now').mockReturnValue(NOW);
    const answer = await told(400, error, headers);
    if (answer.kind !== 'error') throw new Error(answer.kind);
    expect([answer.class, answer.waitMs]).toEqual(['rate_limit', ms]);
  });

  it.each([
    [80002, 'instagram', 5],
    [80001, 'pages', 20],
    [4, 'pages', 20],
  ])('waits for the use case that code %i is about: %s', async (code, _type, minutes) => {
    const regain = (type: string, estimated_time_to_regain_access: number) => ({
      type,
      estimated_time_to_regain_access,
    });
    const cases = [regain('instagram', 5), regain('pages', 20), regain('ads_management', 600)];
    const headers = { 'x-business-use-case-usage': JSON.stringify({ 1: cases }) };
    expect(await told(400, JSON.stringify({ error: { message: 'No', code } }), headers)).toMatchObject({
      waitMs: minutes * 60_000,
    });
  });

  it('waits for the use case of the network that was spoken to', async () => {
    const usage = { type: 'pages', estimated_time_to_regain_access: 120 };
    const headers = { 'x-business-use-case-usage': JSON.stringify({ 1: [usage] }) };
    const answer: Exchange = { kind: 'answered', status: 400, headers, text: error };
    const graph = new GraphClient(hosts, () => Promise.resolve(answer));
    expect(await graph.about('instagram').post('1/media', 'token', {})).not.toHaveProperty('waitMs');
    expect(await graph.about('facebook').post('1/feed', 'token', {})).toMatchObject({ waitMs: 7_200_000 });
  });

  it.each([
    ['an error of a login', { error_type: 'OAuthException', code: 190, error_message: 'No' }, 'token'],
    [
      'no right to publish',
      { error: { code: 100, message: '(#100) No permission to publish the video' } },
      'reconnect',
    ],
    [
      'the same words elsewhere',
      { error: { code: 1, message: 'No permission to publish the video' } },
      'transient',
    ],
    [
      'another parameter',
      { error: { code: 100, message: 'Invalid: No permission to publish the video' } },
      'refused',
    ],
  ])('classifies %s', async (_name, body, wanted) => {
    expect(await told(400, JSON.stringify(body))).toMatchObject({ kind: 'error', class: wanted });
  });

  it('does not wait for a use case that another code is about', async () => {
    const usage = { type: 'pages', estimated_time_to_regain_access: 20 };
    const headers = { 'x-business-use-case-usage': JSON.stringify({ 1: [usage] }), 'retry-after': '60' };
    const limit = JSON.stringify({ error: { message: 'No', code: 80002 } });
    expect(await told(400, limit, headers)).toMatchObject({ waitMs: 60_000 });
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

describe('the limit of an app', () => {
  const app = { id: '200', secret: 'secret-of-the-app' };
  const OTHERS = 'the token of another user';
  const atLimit = (error_subcode?: number): Exchange => ({
    kind: 'answered',
    status: 400,
    headers: { 'x-app-usage': error_subcode ? undefined : '{"call_count":100}' },
    text: JSON.stringify({ error: { message: 'No', code: 4, error_subcode } }),
  });
  const good: Exchange = { kind: 'answered', status: 200, headers: {}, text: '{"id":"1"}' };

  /** @returns how long the token itself and that of another user rest after these answers, in minutes */
  async function restsAfter(
    answers: [Exchange, (graph: GraphClient) => Promise<Answer> | undefined][],
    configured: typeof app | undefined,
  ): Promise<[number, number]> {
    const usage = new Usage(() => 0);
    for (const [answer, ask] of answers)
      await ask(new GraphClient({ ...hosts, app: configured }, () => Promise.resolve(answer), usage));
    return [usage.restMs('token', 'facebook') / 60_000, usage.restMs(OTHERS, 'facebook') / 60_000];
  }

  const post = (graph: GraphClient) => graph.post('1/feed', 'token', {});
  const push = (graph: GraphClient) => {
    const file = { bytes: Readable.from([]), offset: 0, fileSize: 0 };
    return graph.pushBytes('https://rupload.test/1', 'token', file, new AbortController().signal);
  };
  const asApp = (graph: GraphClient) =>
    graph.get('debug_token', graph.appToken ?? '', { input_token: 'token' });

  it('stops all accounts once an answer proved that the token is of the configured app', async () => {
    expect(
      await restsAfter(
        [
          [good, post],
          [atLimit(), post],
        ],
        app,
      ),
    ).toEqual([15, 15]);
    expect(await restsAfter([[atLimit(), asApp]], app)).toEqual([15, 15]);
  });

  it.each<[string, (graph: GraphClient) => Promise<Answer> | undefined]>([
    ['an inspection', (graph) => graph.get('me', 'token', { fields: 'id,name' })],
    ['an exchange', (graph) => graph.exchange('token')],
    ['a publication', post],
  ])('stops only the token that no answer proved: %s', async (_name, ask) => {
    expect(await restsAfter([[atLimit(), ask]], app)).toEqual([15, 0]);
  });

  it('takes no answer to bytes as a proof, because they are sent without one', async () => {
    expect(
      await restsAfter(
        [
          [good, push],
          [atLimit(), post],
        ],
        app,
      ),
    ).toEqual([15, 0]);
  });

  it('stops only that token without a configured app', async () => {
    expect(
      await restsAfter(
        [
          [good, post],
          [atLimit(), post],
        ],
        undefined,
      ),
    ).toEqual([15, 0]);
  });

  it('stops nothing for a block for spam, which has the same code', async () => {
    expect(
      await restsAfter(
        [
          [good, post],
          [atLimit(2207051), post],
        ],
        app,
      ),
    ).toEqual([0, 0]);
  });
});

describe('a secret that Meta repeats in an error', () => {
  const TOKEN = '100|OLD/TOKEN of a page';
  const app = { id: '200', secret: 'secret-of-the-app' };

  async function wordsAbout(
    about: (graph: GraphClient) => Promise<Answer> | undefined,
    body: (words: string) => object,
    words: string,
  ): Promise<unknown> {
    const text = JSON.stringify(body(words));
    const graph = new GraphClient({ ...hosts, app }, () =>
      Promise.resolve({ kind: 'answered', status: 400, headers: {}, text }),
    );
    return about(graph);
  }

  const post = (graph: GraphClient) => graph.post('1/feed', TOKEN, {});
  const inMessage = (message: string) => ({ error: { message, code: 190 } });

  it.each([
    ['message', inMessage],
    ['error_user_msg', (error_user_msg: string) => ({ error: { error_user_msg, code: 190 } })],
    ['debug_info.message', (message: string) => ({ debug_info: { type: 'NotAuthorizedError', message } })],
  ])('is hidden in %s', async (_name, body) => {
    const words = `Malformed access token ${TOKEN}, ${encodeURIComponent(TOKEN)}`;
    expect(await wordsAbout(post, body, words)).toMatchObject({
      reason: 'Malformed access token [token], [token]',
    });
  });

  it.each<[string, (graph: GraphClient) => Promise<Answer> | undefined, string]>([
    ['the secret of the app', post, app.secret],
    ['the token of the app', post, `${app.id}|${app.secret}`],
    ['a proof', post, createHmac('sha256', app.secret).update(TOKEN).digest('hex')],
    ['an inspected token', (graph) => graph.get('debug_token', app.secret, { input_token: TOKEN }), TOKEN],
    ['an exchanged token', (graph) => graph.exchange(TOKEN), TOKEN],
    [
      'the code of a login',
      (graph) =>
        graph.redeem('code-of-login', 'https://x.test', {
          signal: new AbortController().signal,
          timeoutMs: 1,
        }),
      'code-of-login',
    ],
    ['another token', post, 'EAAGm0PX4ZCpsBAKZCpsBA'],
  ])('is hidden: %s', async (_name, about, secret) => {
    const words = `No “${secret}”`;
    expect(await wordsAbout(about, inMessage, words)).toMatchObject({ reason: 'No “[token]”' });
  });

  it('is hidden though the text is cut in it', async () => {
    const words = `${'x'.repeat(985)}${TOKEN}`;
    const { reason } = (await wordsAbout(post, inMessage, words)) as { reason: string };
    expect(reason).toBe(`${'x'.repeat(985)}[token]`);
  });

  it('leaves ordinary words and good answers alone', async () => {
    const words = 'Invalid OAuth access token. EAAccess';
    const short = (graph: GraphClient) => graph.post('1/feed', 'token', {});
    expect(await wordsAbout(short, inMessage, words)).toMatchObject({ reason: words });
    const text = JSON.stringify({ access_token: TOKEN });
    const graph = new GraphClient(hosts, () =>
      Promise.resolve({ kind: 'answered', status: 200, headers: {}, text }),
    );
    expect(await post(graph)).toEqual({ kind: 'ok', json: { access_token: TOKEN } });
  });
});
