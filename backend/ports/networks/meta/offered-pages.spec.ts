import { metaError } from '../../../../test/support/fake-graph';
import { APP, LoginToFake, ONE, personsPage, TWO } from './login-to-fake.contract';
import type { Exchange, ExchangeRequest } from './http-exchange';
import { MetaConnector, SCOPES } from './meta-connector';

let login: LoginToFake;

describe('the Pages of a person', () => {
  beforeEach(async () => {
    login = await LoginToFake.start();
  });
  afterEach(() => login.fake.stop());

  const many = (count: number) => {
    for (let n = 2; n < count; n++) login.fake.addPage(personsPage(String(10_000_000 + n)));
  };

  it('are all read, over as many answers as it takes', async () => {
    many(260);
    expect(await login.pages()).toHaveLength(260);
    expect(login.fake.history('me.accounts').map(({ params }) => params.limit)).toEqual([
      '100',
      '100',
      '100',
    ]);
    expect(login.fake.violations()).toEqual([]);
  });

  it('are at most 500', async () => {
    many(620);
    const pages = await login.pages();
    expect([pages.length, new Set(pages.map(({ id }) => id)).size]).toEqual([500, 500]);
    expect(login.fake.history('me.accounts')).toHaveLength(5);
  });

  it('come with what their person may do on each', async () => {
    const roles: Record<string, [string[] | undefined, boolean]> = {
      '1001': [['ANALYZE', 'MODERATE', 'MESSAGING'], false],
      '1002': [['CREATE_CONTENT'], true],
      '1003': [['MANAGE'], true],
      '1004': [['PROFILE_PLUS_CREATE_CONTENT'], true],
      '1005': [['PROFILE_PLUS_FULL_CONTROL'], true],
      '1006': [['PROFILE_PLUS_MODERATE'], false],
      '1007': [[], false],
    };
    for (const [id, [tasks]] of Object.entries(roles)) login.fake.addPage(personsPage(id, { tasks }));
    const pages = await login.pages();
    for (const [id, [, may]] of Object.entries(roles))
      expect([id, pages.find((page) => page.id === id)!.mayPost]).toEqual([id, may]);
  });

  it('have names and pictures that fit', async () => {
    login.fake.addPage(personsPage('1001', { name: 'é😀'.repeat(200) }));
    login.fake.addPage(personsPage('1002', { pictureUrl: 'javascript:alert(1)' }));
    login.fake.addPage(personsPage('1003', { pictureUrl: `https://x.example/${'a'.repeat(3000)}` }));
    const pages = await login.pages();
    const named = (id: string) => pages.find((page) => page.id === id)!;
    expect([...named('1001').name].length).toBe(170);
    expect(named('1001').name.isWellFormed()).toBe(true);
    expect([named('1002').pictureUrl, named('1003').pictureUrl]).toEqual([null, null]);
  });

  it('have tokens that outlive the login', async () => {
    expect((await login.pages()).map(({ token }) => token)).toEqual([
      `EAAB_PAGE_${ONE}LONG`,
      `EAAB_PAGE_${TWO}LONG`,
    ]);
  });

  it.each([
    ['me.accounts', 2],
    ['me.permissions', 1],
    ['me', 1],
  ])('are not told in part: %s fails at call %i', async (on, nth) => {
    many(260);
    const token = await login.token();
    for (const fault of [metaError(2, null, 'later'), { cut: 'before' as const }]) {
      login.fake.fault({ on, nth, do: fault });
      expect((await login.survey(token)).kind).toBe('unreachable');
      login.fake.clearFaults();
    }
    login.fake.fault({ on, nth, do: metaError(100, null, '(#100) Invalid cursor') });
    expect((await login.survey(token)).kind).toBe('refused');
  });

  it('need no `debug_token`', async () => {
    const token = await login.token();
    login.fake.fault({ on: 'debug_token', do: metaError(100, null, 'no') });
    expect(await login.survey(token)).toMatchObject({
      kind: 'good',
      dataAccessExpiresAt: null,
      missing: [],
    });
  });

  it('are refused with a token that has ended', async () => {
    const token = await login.token();
    login.forward(2 * 3_600_000);
    expect((await login.survey(token)).kind).toBe('refused');
  });
});

describe('a network that answers strangely', () => {
  const ok = (body: unknown): Exchange => ({
    kind: 'answered',
    status: 200,
    headers: {},
    text: JSON.stringify(body),
  });

  /** `page` answers `/me/accounts`; the n-th call, from 0. */
  function surveyOf(page: (n: number) => unknown) {
    let calls = 0;
    const send = ({ url }: ExchangeRequest): Promise<Exchange> => {
      const { pathname } = url;
      if (pathname.endsWith('/me/accounts')) return Promise.resolve(ok(page(calls++)));
      if (pathname.endsWith('/oauth/access_token')) return Promise.resolve(ok({ access_token: 'EAAB' }));
      return Promise.resolve(ok({ id: 7, data: [] }));
    };
    const hosts = {
      graphUrl: 'https://graph',
      ruploadUrl: 'https://graph',
      dialogUrl: 'https://graph',
      version: 'v26.0',
    };
    return async () => {
      const survey = await new MetaConnector({ ...hosts, app: APP }, send).survey('short');
      if (survey.kind !== 'good') throw new Error(survey.reason);
      return { ids: survey.pages.map(({ id }) => id), calls, missing: survey.missing };
    };
  }

  const row = (id: unknown) => ({ id, name: `Page ${String(id)}`, access_token: 'EAAB', tasks: ['MANAGE'] });
  const paging = (after: string) => ({ cursors: { after }, next: 'https://graph/next' });

  it('ends where a cursor comes again', async () => {
    expect(
      await surveyOf((n) => ({ data: [row(n + 1)], paging: paging(n % 2 ? 'b' : 'a') }))(),
    ).toMatchObject({
      ids: ['1', '2', '3'],
      calls: 3,
    });
  });

  it('ends where new cursors bring nothing new', async () => {
    expect(await surveyOf((n) => ({ data: [row(1), row(2)], paging: paging(`c${n}`) }))()).toMatchObject({
      ids: ['1', '2'],
      calls: 4,
    });
  });

  it('goes on after an answer without Pages, while there is a next one', async () => {
    const answers = [
      { data: [], paging: paging('a') },
      { data: [row(1)], paging: paging('b') },
      { data: [row(2)] },
    ];
    expect((await surveyOf((n) => answers[n])()).ids).toEqual(['1', '2']);
  });

  it('ends where `next` is absent, though there is a cursor', async () => {
    expect((await surveyOf(() => ({ data: [row(1)], paging: { cursors: { after: 'a' } } }))()).calls).toBe(1);
  });

  it('ends after 100 answers, however short they are', async () => {
    expect((await surveyOf((n) => ({ data: [row(n + 1)], paging: paging(`c${n}`) }))()).calls).toBe(100);
  });

  it.each([
    ['nothing', {}],
    ['a list that is none', { data: { id: 1 }, paging: 7 }],
    ['rows that are none', { data: [null, 3, 'x', [], { id: '../me' }, { id: {} }, { id: '' }] }],
  ])('takes %s for no Pages', async (_what, body) => {
    expect(await surveyOf(() => body)()).toMatchObject({ ids: [], missing: SCOPES });
  });

  it('keeps ids that are longer than a number holds', async () => {
    const text = '{"data":[{"id":90071992547409955,"tasks":["MANAGE"]}]}';
    const send = ({ url }: ExchangeRequest): Promise<Exchange> =>
      Promise.resolve(
        url.pathname.endsWith('accounts')
          ? { ...ok({}), text }
          : ok({ access_token: 'EAAB', id: 7, data: [] }),
      );
    const connector = new MetaConnector(
      { graphUrl: 'https://g', ruploadUrl: 'https://g', dialogUrl: 'https://g', version: 'v26.0', app: APP },
      send,
    );
    expect(await connector.survey('short')).toMatchObject({
      pages: [{ id: '90071992547409955', token: null }],
    });
  });
});
