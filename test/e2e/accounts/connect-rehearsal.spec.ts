import { signedRequest } from '../../../backend/meta-world/signed-request';
import { Config } from '../../../backend/config/config';
import { rehearsalApp } from '../../../backend/rehearsal/rehearsal-app';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { Connecting, offeredBy, type Dialog } from '../../support/connecting';
import { sendForm } from '../../support/meta-requests';

const app = useApp({ env: { NETWORK: 'rehearsal', META_APP_ID: '7', META_APP_SECRET: 'of-Meta' } });
const connecting = new Connecting(app);

let user: Client;
beforeAll(async () => {
  user = await app.users.newcomer();
});

/** The dialog's address with the port of this test. */
const here = (address: string) => {
  const { pathname, search } = new URL(address, app.url);
  return app.url + pathname + search;
};

interface Form {
  action: string;
  hidden: [string, string][];
  ticks: [string, string][];
}

const decoded = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

async function open({ url }: Dialog, headers: Record<string, string> = {}) {
  const answer = await fetch(here(url), { headers: { accept: 'text/html', ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

function formIn(text: string): Form {
  const inputs = [...text.matchAll(/<input\s([^>]*)>/g)].map(([, attributes = '']) => {
    const of = (name: string) => decoded(new RegExp(` ?${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
    return { type: of('type'), pair: [of('name'), of('value')] as [string, string] };
  });
  return {
    action: decoded(/<form method="get" action="([^"]*)"/.exec(text)?.[1] ?? ''),
    hidden: inputs.filter(({ type }) => type === 'hidden').map(({ pair }) => pair),
    ticks: inputs.filter(({ type }) => type === 'checkbox').map(({ pair }) => pair),
  };
}

/** @returns the callback's path, as the browser is sent there. */
async function submit({ action, hidden, ticks }: Form, answer: 'continue' | 'cancel', untick: string[] = []) {
  const kept = ticks.filter(([, value]) => !untick.includes(value));
  const query = new URLSearchParams([...hidden, ...kept, ['answer', answer]]).toString();
  const { status, headers } = await fetch(`${app.url}${action}?${query}`, { redirect: 'manual' });
  expect(status).toBe(302);
  const { pathname, search } = new URL(headers.get('location') ?? '');
  return pathname + search;
}

/** Connects the default Page without a permission, and posts a text with a first comment. */
async function postOnceConnected(unticked: string) {
  const owner = await app.users.subscriber();
  const dialog = await connecting.start(owner);
  const path = await submit(formIn((await open(dialog)).text), 'continue', [unticked]);
  const offer = offeredBy(await connecting.comeBack(path, dialog.cookie));
  const chosen = await owner.post(`/api/connect/${offer}`, { page_ids: ['100000000000001'] });
  const [{ id: account_id }] = chosen.body;
  const sent = await owner.post('/api/posts', {
    targets: [{ account_id, format: 'text' }],
    description: 'Hello',
    first_comment: 'First',
    scheduled_for: 'now',
  });
  const tell = async () => ({
    post: (await owner.get(`/api/posts/${sent.body.posts[0].id}`)).body,
    account: (await owner.get(`/api/accounts/${account_id}`)).body,
  });
  return eventually(tell, ({ post }) =>
    [post.first_comment_status, post.attempts.at(-1)?.outcome].includes('failed'),
  );
}

it('goes from the button to the Pages without an app at Meta', async () => {
  expect((await app.client.get('/api/config')).body).toMatchObject({ network: 'rehearsal', connect: true });
  const dialog = await connecting.start(user);
  expect(new URL(dialog.url).pathname).toBe('/rehearsal/v26.0/dialog/oauth');
  const form = formIn((await open(dialog)).text);
  const path = await submit(form, 'continue', ['100000000000012', 'read_insights']);
  const location = await connecting.comeBack(path, dialog.cookie);
  const { body } = await user.get(`/api/connect/${offeredBy(location)}`);
  expect(body.missing_permissions).toEqual(['read_insights']);
  expect(
    body.pages.map(({ name, why_not, instagram }: any) => [name, why_not, instagram?.id ?? null]),
  ).toEqual([
    ['Rehearsal Page', null, '17840000000000001'],
    [
      'Rehearsal Café',
      'You did not grant this Page to Pagecast. Connect again and tick it.',
      '17840000000000012',
    ],
    ['Rehearsal Studio', null, null],
    ['Rehearsal Club', 'Your role on this Page may not post.', null],
  ]);
});

it('refuses the first comment alone where that permission is unticked', async () => {
  const { post, account } = await postOnceConnected('pages_manage_engagement');
  expect(account).toMatchObject({ status: 'connected', missing_permissions: ['pages_manage_engagement'] });
  expect(post).toMatchObject({
    status: 'published',
    first_comment_status: 'failed',
    first_comment_error: expect.stringContaining('pages_manage_engagement'),
  });
});

it('pauses the account where the permission to post is unticked', async () => {
  const { post, account } = await postOnceConnected('pages_manage_posts');
  expect(post).toMatchObject({ status: 'pending', first_comment_status: null });
  expect(account).toMatchObject({
    status: 'paused',
    paused_reason: expect.stringContaining('permission'),
    missing_permissions: ['pages_manage_posts'],
  });
});

it('offers the 60 Pages of somebody who has many, which come in three answers', async () => {
  const dialog = await connecting.start(user);
  const few = (await open(dialog)).text;
  const query = decoded(/<a href="(\?[^"]*)"/.exec(few)?.[1] ?? '');
  const address = new URL(query, dialog.url).href;
  const form = formIn((await open({ ...dialog, url: address })).text);
  expect(form.ticks.filter(([name]) => name === 'page')).toHaveLength(60);
  const location = await connecting.comeBack(
    await submit(form, 'continue', ['100000000000103']),
    dialog.cookie,
  );
  const offer = offeredBy(location);
  const { body } = await user.get(`/api/connect/${offer}`);
  expect(body.pages).toHaveLength(60);
  expect(body.pages.filter(({ can_post }: any) => !can_post).map(({ page_id }: any) => page_id)).toEqual([
    '100000000000103',
  ]);
  expect(body.pages.filter(({ instagram }: any) => instagram === null)).toHaveLength(20);
  const page_ids = body.pages.flatMap(({ page_id, can_post }: any) => (can_post ? [page_id] : []));
  const chosen = await user.post(`/api/connect/${offer}`, { page_ids });
  expect([chosen.status, chosen.body.length]).toEqual([201, 59]);
});

it('takes a refusal', async () => {
  const dialog = await connecting.start(user);
  const path = await submit(formIn((await open(dialog)).text), 'cancel');
  expect(await connecting.comeBack(path, dialog.cookie)).toBe('/dashboard/settings?connect_error=denied');
});

it('shows the dialog to whom the rehearsal page is shown', async () => {
  const dialog = await connecting.start(user);
  const elsewhere = { 'x-real-ip': '203.0.113.5' };
  const signIn = await open(dialog, elsewhere);
  expect([signIn.status, formIn(signIn.text).ticks]).toEqual([401, []]);
  expect(signIn.text).toContain('/rehearsal/rehearsal.js');
  const shown = await open(dialog, { ...elsewhere, authorization: `Bearer ${user.token}` });
  expect([shown.status, formIn(shown.text).ticks.length]).toEqual([200, 14]);
  expect(shown.headers.get('content-security-policy')).toContain("form-action 'self'");
});

it('sends the browser to the product only, and only from a dialog that was shown', async () => {
  const dialog = await connecting.start(user);
  const url = new URL(dialog.url);
  url.searchParams.set('redirect_uri', 'https://evil.example/api/connect/callback');
  const refused = await open({ ...dialog, url: url.href });
  expect([refused.status, formIn(refused.text).hidden]).toEqual([400, []]);
  for (const query of [
    '',
    'dialog=&seal=',
    `dialog=${encodeURIComponent(url.search.slice(1))}&seal=x&answer=cancel`,
  ]) {
    const answer = await fetch(`${app.url}/rehearsal/v26.0/dialog/answer?${query}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  }
});

describe('a request in the name of Meta', () => {
  const PERSON = '10000000000000002';
  const ask = async (call: string, secret: string) => {
    const signed_request = signedRequest({ user_id: PERSON }, secret);
    return (await sendForm(`${app.url}/api/connect/${call}`, { signed_request })).status;
  };

  it.each(['deauthorize', 'data-deletion'])('to %s needs the secret of this installation', async (call) => {
    const secret = app.running.nest.get(Config).network.app?.secret ?? '';
    expect(secret).toMatch(/^[\w-]{43}$/);
    for (const known of ['rehearsal-secret', 'of-Meta', '']) expect(await ask(call, known)).toBe(400);
    expect(await ask(call, secret)).toBe(200);
  });

  it('is signed with another secret elsewhere', () => {
    const secrets = [1, 2].map((byte) => rehearsalApp(Buffer.alloc(32, byte)).secret);
    expect(new Set(secrets).size).toBe(2);
  });
});
