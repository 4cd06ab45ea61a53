import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from '../common/time/clock';
import { REHEARSAL_PAGE_ID as PAGE } from './rehearsal-account';
import { rehearsalApp } from './rehearsal-app';
import { RehearsalDialog, type DialogView } from './rehearsal-dialog';
import { dialogPage } from './rehearsal-dialog-page';
import { RehearsalNetwork } from './rehearsal-network';
import { startRehearsalServer, type RehearsalServer } from './rehearsal-server';

const PRODUCT = 'https://pagecast.example';
const CALLBACK = `${PRODUCT}/api/connect/callback`;
const CAFE = '100000000000012';
const KEY = Buffer.alloc(32, 1);
const APP = rehearsalApp(KEY);

let dir: string;
let now: number;
let dialog: RehearsalDialog;
let server: RehearsalServer;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  now = Date.now();
  const clock = Object.assign(new Clock(), { now: () => now });
  dialog = new RehearsalDialog(new RehearsalNetwork(dir, clock), {
    publicUrl: PRODUCT,
    key: KEY,
  });
  server = await startRehearsalServer({ dir, clock, app: APP });
});
afterEach(async () => {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});

const asked = (more: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: APP.id,
    redirect_uri: CALLBACK,
    state: 'a state &c',
    scope: 'pages_show_list,pages_manage_posts,instagram_basic',
    ...more,
  }).toString();

const opened = (query = asked()) => dialog.open(query) as DialogView;

function answered(form: Record<string, string | string[]>, { query, seal } = opened()): URL {
  const given = new URLSearchParams({ dialog: query, seal });
  for (const [name, values] of Object.entries(form))
    for (const value of [values].flat()) given.append(name, value);
  return new URL(dialog.answer(given)!);
}

const allow = (form: Record<string, string | string[]> = {}, shown = opened()) =>
  answered(
    {
      answer: 'continue',
      page: [PAGE, CAFE],
      permission: ['pages_show_list', 'instagram_basic'],
      ...form,
    },
    shown,
  );

async function ask(path: string, query: Record<string, string>, token?: string) {
  const answer = await fetch(`${server.origin}/v26.0/${path}?${new URLSearchParams(query).toString()}`, {
    headers: { connection: 'close', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  return (await answer.json()) as any;
}

async function send(path: string, body: object, token: string) {
  const answer = await fetch(`${server.origin}/v26.0/${path}`, {
    method: 'POST',
    headers: {
      connection: 'close',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as any;
}

const exchange = (code: string | null, more: Record<string, string> = {}) =>
  ask('oauth/access_token', {
    client_id: APP.id,
    client_secret: APP.secret,
    redirect_uri: CALLBACK,
    code: code ?? '',
    ...more,
  });

describe('the dialog of the rehearsal', () => {
  it('shows Pages of each kind and every permission, ticked', () => {
    const text = dialogPage(opened(), '/rehearsal/v26.0/dialog/answer');
    for (const name of ['Rehearsal Page', 'Rehearsal Café', 'Rehearsal Studio', 'Rehearsal Club'])
      expect(text).toContain(name);
    expect(text.match(/ checked /g)).toHaveLength(4 + 3);
  });

  it('escapes what the address brings', () => {
    const text = dialogPage(opened(asked({ scope: '"><script>x</script>', state: "'<b>" })), '/');
    expect(text).not.toContain('<script>x');
    expect(text).not.toContain('<b>');
  });

  it.each([
    ['another app', { client_id: '1' }],
    ['another address', { redirect_uri: 'https://elsewhere.example/api/connect/callback' }],
    ['an address with more to it', { redirect_uri: `${CALLBACK}?next=x` }],
    ['no address', { redirect_uri: 'javascript:alert(1)' }],
    ['another way to answer', { response_type: 'token' }],
    ['a configuration beside permissions', { config_id: '7' }],
  ])('sends nobody anywhere for %s', (_what, more) => {
    expect(dialog.open(asked(more))).toEqual({ problem: expect.any(String) });
    const given = new URLSearchParams({ dialog: asked(more), seal: opened().seal, answer: 'continue' });
    expect(dialog.answer(given)).toBeUndefined();
  });

  it('takes no answer to a dialog that it has not shown', () => {
    const given = { dialog: asked({ state: 'other' }), answer: 'continue' };
    for (const seal of ['', 'x', opened().seal])
      expect(dialog.answer(new URLSearchParams({ ...given, seal }))).toBeUndefined();
    const elsewhere = new RehearsalDialog(new RehearsalNetwork(dir), {
      publicUrl: PRODUCT,
      key: Buffer.alloc(32, 2),
    });
    const { query, seal } = opened();
    expect(elsewhere.answer(new URLSearchParams({ dialog: query, seal, answer: 'cancel' }))).toBeUndefined();
  });

  it('says that the person cancelled', () => {
    const url = answered({ answer: 'cancel' });
    expect(url.origin + url.pathname).toBe(CALLBACK);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
      state: 'a state &c',
    });
  });

  it('leads to the Pages that were ticked and the permissions that were granted', async () => {
    const url = allow();
    expect(url.searchParams.get('state')).toBe('a state &c');
    const { access_token: short, expires_in } = await exchange(url.searchParams.get('code'));
    expect(expires_in).toBe(7200);
    const { access_token: long } = await ask('oauth/access_token', {
      grant_type: 'fb_exchange_token',
      fb_exchange_token: short,
    });
    const permissions = await ask('me/permissions', {}, long);
    expect(permissions.data).toEqual([
      { permission: 'pages_show_list', status: 'granted' },
      { permission: 'pages_manage_posts', status: 'declined' },
      { permission: 'instagram_basic', status: 'granted' },
    ]);
    const { data } = await ask(
      'me/accounts',
      { fields: 'id,name,access_token,tasks,instagram_business_account{id}' },
      long,
    );
    expect(data.map(({ id, access_token }: any) => [id, Boolean(access_token)])).toEqual([
      [PAGE, true],
      [CAFE, true],
      ['100000000000013', false],
      ['100000000000014', false],
    ]);
    expect(data[1].instagram_business_account).toEqual({ id: '17840000000000012' });
    expect([data[2].instagram_business_account, data[3].tasks]).toEqual([
      undefined,
      ['ANALYZE', 'MODERATE', 'MESSAGING'],
    ]);
    expect(await ask('me', { fields: 'id,name' }, data[1].access_token)).toEqual({
      id: CAFE,
      name: 'Rehearsal Café',
    });
    const facts = await ask('debug_token', { input_token: long }, long);
    expect(facts.data).toMatchObject({
      type: 'USER',
      app_id: APP.id,
      is_valid: true,
      user_id: (await ask('me', {}, long)).id,
      scopes: ['pages_show_list', 'instagram_basic'],
      granular_scopes: [
        { scope: 'pages_show_list', target_ids: [PAGE, CAFE] },
        { scope: 'instagram_basic', target_ids: ['17840000000000001', '17840000000000012'] },
      ],
      data_access_expires_at: Math.floor(now / 1000) + 90 * 86_400,
    });
    now += 7_200_000;
    expect((await ask('me', {}, short)).error).toMatchObject({ code: 190, error_subcode: 463 });
    expect((await ask('me', {}, long)).id).toBe(facts.data.user_id);
  });

  it('refuses what needs a permission that was unticked, and nothing else', async () => {
    const needed: Record<string, (token: string) => Promise<any>> = {
      pages_manage_posts: (token) => send(`${PAGE}/feed`, { message: 'Hello' }, token),
      pages_manage_engagement: async (token) => {
        const { id } = await send(`${PAGE}/feed`, { message: 'Hello' }, 'rehearsal-token');
        return send(`${id}/comments`, { message: 'First' }, token);
      },
      instagram_content_publish: (token) =>
        send('17840000000000001/media', { media_type: 'REELS', upload_type: 'resumable' }, token),
    };
    const scope = Object.keys(needed);
    for (const unticked of [undefined, ...scope]) {
      const url = allow(
        { permission: ['pages_show_list', ...scope.filter((name) => name !== unticked)] },
        opened(asked({ scope: ['pages_show_list', ...scope].join(',') })),
      );
      const { access_token: person } = await exchange(url.searchParams.get('code'));
      const { data } = await ask('me/accounts', { fields: 'id,access_token' }, person);
      const token = data.find(({ id }: any) => id === PAGE).access_token;
      expect(await ask('me', { fields: 'id' }, token)).toEqual({ id: PAGE });
      const inspected = await ask('debug_token', { input_token: token }, token);
      expect(inspected.data).toMatchObject({ type: 'PAGE', profile_id: PAGE, expires_at: 0 });
      expect(inspected.data.scopes.includes(unticked)).toBe(false);
      for (const [permission, call] of Object.entries(needed)) {
        const { error, id } = await call(token);
        if (permission === unticked)
          expect(error).toMatchObject({ code: 200, message: expect.stringContaining(permission) });
        else expect([error, typeof id]).toEqual([undefined, 'string']);
      }
    }
  });

  it('exchanges a code once, for its own app, secret and address, within ten minutes', async () => {
    const code = allow().searchParams.get('code');
    const refusals: [Record<string, string>, object][] = [
      [{ client_id: '7' }, { code: 101 }],
      [{ client_secret: 'guess' }, { code: 1 }],
      [{ redirect_uri: `${CALLBACK}/` }, { code: 100, error_subcode: 36008 }],
      [{ code: `${code}0` }, { code: 100, message: 'Invalid verification code format.' }],
    ];
    for (const [more, error] of refusals) expect((await exchange(code, more)).error).toMatchObject(error);
    expect((await exchange(code)).token_type).toBe('bearer');
    expect((await exchange(code)).error).toMatchObject({ code: 100, error_subcode: 36009 });
    const late = allow().searchParams.get('code');
    now += 600_000;
    expect((await exchange(late)).error).toMatchObject({ code: 100, error_subcode: 36007 });
  });

  it('gives two exchanges at once one token', async () => {
    const code = allow().searchParams.get('code');
    const answers = await Promise.all([exchange(code), exchange(code), exchange(code)]);
    expect(answers.filter(({ access_token }) => access_token)).toHaveLength(1);
  });

  it('lists no Pages without the permission to list them', async () => {
    const url = allow({ permission: 'pages_manage_posts' });
    const { access_token } = await exchange(url.searchParams.get('code'));
    expect(await ask('me/accounts', {}, access_token)).toEqual({ data: [] });
  });
});
