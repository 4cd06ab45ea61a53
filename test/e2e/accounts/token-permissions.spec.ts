import { PAGE, useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { type PageSpec } from '../../support/fake-graph';

const ALL = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'instagram_basic',
  'instagram_content_publish',
];

const app = useApp();
let user: Client;
let pages = 0;
afterEach(() => {
  app.fake.clearFaults();
  expect(app.fake.violations()).toEqual([]);
});
const connection = async () => (await user.get('/api/user/connection')).body;

function newPage(more: Partial<PageSpec> = {}): PageSpec {
  const n = ++pages;
  const page = {
    id: `80080080080080${n}`,
    name: `Page ${n}`,
    token: `EAAB_LOOK_${n}_`,
    userToken: `EAAB_LOOK_USER_${n}_`,
    igId: `1784140000000030${n}`,
    igUsername: `page.${n}`,
    ...more,
  };
  app.fake.addPage(page);
  return page;
}

const withNewcomer = () =>
  beforeEach(async () => {
    user = await app.users.newcomer();
  });

describe('missing permissions of a connection', () => {
  withNewcomer();

  const connect = async (page: PageSpec, token = page.token) => {
    const settings = { access_token: token, page_id: page.id, instagram_page_id: page.igId ?? '' };
    expect((await user.put('/api/user/facebook-settings', settings)).status).toBe(200);
    const { facebook, instagram } = await connection();
    return [facebook.missing_permissions, instagram.missing_permissions];
  };

  it.each([
    ['none', ALL, [], []],
    ['what the page needs', ALL.filter((each) => each !== 'pages_manage_posts'), ['pages_manage_posts'], []],
    [
      'what Instagram needs',
      ALL.filter((each) => !each.startsWith('instagram')),
      [],
      ['instagram_basic', 'instagram_content_publish'],
    ],
    [
      'what both need',
      ['pages_manage_posts', 'instagram_basic', 'instagram_content_publish'],
      ['pages_show_list', 'pages_read_engagement'],
      ['pages_show_list', 'pages_read_engagement'],
    ],
    ['everything', [], ALL.slice(0, 3), [...ALL.slice(3), ...ALL.slice(0, 2)]],
    ['nobody knows', null, null, null],
  ])('does not refuse the token: %s', async (_name, scopes, facebook, instagram) => {
    expect(await connect(newPage({ scopes }))).toEqual([facebook, instagram]);
    const { body } = await user.post('/api/user/connection/check');
    expect([body.facebook, body.instagram]).toMatchObject([
      { status: 'connected', missing_permissions: facebook },
      { status: 'connected', missing_permissions: instagram },
    ]);
  });

  it('counts a permission as missing that was granted for another page', async () => {
    const page = newPage({ grantedFor: { pages_manage_posts: ['1'], instagram_basic: ['2'] } });
    expect(await connect(page)).toEqual([['pages_manage_posts'], ['instagram_basic']]);
  });

  it('is read again by a check', async () => {
    const page = newPage({ scopes: ['pages_show_list'] });
    await connect(page);
    page.scopes = ALL;
    const { body } = await user.post('/api/user/connection/check');
    expect(body.facebook.missing_permissions).toEqual([]);
  });

  it('is null before the token could be verified', async () => {
    app.fake.fault({ on: 'me', times: 9, do: { cut: 'before' } });
    expect(await connect(newPage())).toEqual([null, null]);
  });
});

describe('what a token is not good for', () => {
  withNewcomer();

  const save = async (settings: object) => {
    const { status, body } = await user.put('/api/user/facebook-settings', settings);
    expect(status).toBe(422);
    return body.errors;
  };

  it("refuses another page than the token's, in words", async () => {
    const [mine, other] = [newPage(), newPage()];
    expect(await save({ access_token: mine.token, page_id: other.id })).toEqual({
      page_id: [`This is the access token of ${mine.name}, not of the page ${other.id}.`],
    });
  });

  it('refuses a page that the user does not manage', async () => {
    const [mine, other] = [newPage(), newPage()];
    expect(await save({ access_token: mine.userToken, page_id: other.id })).toEqual({
      page_id: [`This token does not manage the page ${other.id}.`],
    });
  });

  it.each(['token', 'userToken'] as const)(
    'refuses an Instagram account of another page (%s)',
    async (which) => {
      const [mine, other] = [newPage(), newPage()];
      expect(
        await save({ access_token: mine[which], page_id: mine.id, instagram_page_id: other.igId }),
      ).toEqual({
        instagram_page_id: [
          `The page ${mine.name} belongs to the Instagram account ${mine.igId} (${mine.igUsername}), not to ${other.igId}.`,
        ],
      });
    },
  );

  it('takes a page id with blanks around it', async () => {
    const settings = { access_token: `\t${PAGE.token}\r\n`, page_id: ` ${PAGE.id}\n` };
    expect((await user.put('/api/user/facebook-settings', settings)).body.page_id).toBe(PAGE.id);
  });

  it('refuses a bad token before its page is looked at', async () => {
    expect(await save({ access_token: 'EAAB_wrong' })).toEqual({
      access_token: [expect.stringMatching(/Invalid OAuth access token/)],
    });
    const { status, body } = await user.put('/api/user/facebook-settings', { access_token: PAGE.userToken });
    expect([status, body]).toMatchObject([200, { has_access_token: true, page_id: null }]);
    const { body: picked } = await user.put('/api/user/facebook-settings', { page_id: PAGE.id });
    expect(picked.page_id).toBe(PAGE.id);
    expect((await connection()).facebook.status).toBe('connected');
  });
});
