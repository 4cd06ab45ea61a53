import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metaError } from '../../../../test/support/fake-graph';
import { APP, CALLBACK, LoginToFake, ONE, TWO } from './login-to-fake.contract';
import { rehearsalApp } from '../../../rehearsal/rehearsal-app';
import { RehearsalDialog } from '../../../rehearsal/rehearsal-dialog';
import { RehearsalNetwork } from '../../../rehearsal/rehearsal-network';
import { startRehearsalServer } from '../../../rehearsal/rehearsal-server';
import { connectorContract, type LoginUnderTest } from '../connector.contract';
import { MetaConnector, SCOPES } from './meta-connector';

let login: LoginToFake;

connectorContract('Meta and the fake', async (): Promise<LoginUnderTest> => {
  login = await LoginToFake.start();
  return {
    connector: login.connector(),
    redirectUri: CALLBACK,
    pages: [ONE, TWO],
    answer: (url, { cancel, declined, unticked = [] }) => {
      login.fake.answerDialogs({
        cancel,
        declined,
        pages: [ONE, TWO].filter((id) => !unticked.includes(id)),
      });
      return login.visit(url);
    },
    end: async () => {
      expect(login.fake.violations()).toEqual([]);
      await login.fake.stop();
    },
  };
});

connectorContract('Meta and the rehearsal', async (): Promise<LoginUnderTest> => {
  const dir = await mkdtemp(join(tmpdir(), 'rehearsal-'));
  const key = Buffer.alloc(32);
  const app = rehearsalApp(key);
  const server = await startRehearsalServer({ dir, app });
  const dialog = new RehearsalDialog(new RehearsalNetwork(dir), {
    publicUrl: new URL(CALLBACK).origin,
    key,
  });
  const hosts = { graphUrl: server.origin, ruploadUrl: server.origin, dialogUrl: server.origin };
  return {
    connector: new MetaConnector({ ...hosts, version: 'v26.0', app }),
    redirectUri: CALLBACK,
    pages: ['100000000000001', '100000000000012'],
    answer: (url, { cancel = false, declined = [], unticked = [] }) => {
      const opened = dialog.open(new URL(url).search.slice(1));
      if ('problem' in opened) throw new Error(opened.problem);
      const { query, seal, request, pages } = opened;
      const form = new URLSearchParams({ dialog: query, seal, answer: cancel ? 'cancel' : 'continue' });
      for (const { id } of pages) if (!unticked.includes(id)) form.append('page', id);
      for (const asked of request.asked) if (!declined.includes(asked)) form.append('permission', asked);
      return Promise.resolve(new URL(dialog.answer(form) ?? ''));
    },
    end: async () => {
      await server.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
});

describe('Meta’s login dialog', () => {
  beforeEach(async () => {
    login = await LoginToFake.start();
  });
  afterEach(() => login.fake.stop());

  it('asks for all permissions, or names the configuration that does', () => {
    const asked = (app: object, again = false) =>
      new URL(
        login.connector({ app, dialogUrl: 'https://www.facebook.com' }).dialogUrl({
          redirectUri: CALLBACK,
          state: 'a&b',
          again,
        }),
      );
    const plain = asked(APP);
    expect(plain.origin + plain.pathname).toBe('https://www.facebook.com/v26.0/dialog/oauth');
    expect(Object.fromEntries(plain.searchParams)).toEqual({
      client_id: APP.id,
      redirect_uri: CALLBACK,
      state: 'a&b',
      response_type: 'code',
      scope: SCOPES.join(','),
    });
    expect(Object.fromEntries(asked({ ...APP, loginConfigId: '42' }, true).searchParams)).toEqual({
      client_id: APP.id,
      redirect_uri: CALLBACK,
      state: 'a&b',
      response_type: 'code',
      config_id: '42',
      auth_type: 'rerequest',
    });
  });

  it('is not offered without an app', () => {
    expect([login.connector().isOffered, login.connector({ app: undefined }).isOffered]).toEqual([
      true,
      false,
    ]);
  });

  it('tells a code that came too late from one that is wrong', async () => {
    const code = await login.code();
    login.forward(600_000);
    expect(await login.connector().redeem(code, CALLBACK)).toEqual({
      kind: 'refused',
      expired: true,
      reason: 'The code of the dialog came too late. (Meta error 100/36007)',
    });
  });

  it.each([
    ['secret', { id: APP.id, secret: 'old' }, 'META_APP_SECRET is not the secret of the app. (Meta error 1)'],
    ['id', { id: '7', secret: APP.secret }, 'META_APP_ID is not the id of an app. (Meta error 101)'],
  ])('takes a wrong %s of the app for what it is, and asks once', async (_what, app, reason) => {
    const code = await login.code();
    expect(await login.connector({ app }).redeem(code, CALLBACK)).toEqual({
      kind: 'refused',
      expired: false,
      reason,
    });
    expect(login.fake.history('oauth')).toHaveLength(1);
    expect(await login.connector({ app }).survey('EAAB_USER')).toEqual({ kind: 'refused', reason });
  });

  it.each([
    ['a cut before the exchange', { cut: 'before' as const }, 'redeemed'],
    ['an error of the server', metaError(2, null, 'later'), 'redeemed'],
    ['a page of HTML', { html: true }, 'redeemed'],
    ['a cut after the code was used up', { cut: 'after' as const }, 'refused'],
  ])('asks once more after %s', async (_what, fault, kind) => {
    const code = await login.code();
    login.fake.fault({ on: 'oauth', do: fault });
    expect((await login.connector().redeem(code, CALLBACK)).kind).toBe(kind);
    expect(login.fake.history('oauth')).toHaveLength(2);
  });

  it.each([
    ['an array', []],
    ['an empty object', {}],
    ['a token that is none', { access_token: { a: 1 } }],
    ['a token with a line break', { access_token: 'a\r\nx: y' }],
    ['a number', { access_token: null, expires_in: 'x' }],
  ])('is unreachable where the exchange answers %s', async (_what, body) => {
    const code = await login.code();
    login.fake.fault({ on: 'oauth', times: 2, do: { status: 200, body } });
    expect((await login.connector().redeem(code, CALLBACK)).kind).toBe('unreachable');
  });

  it('keeps tokens, codes and the secret out of reasons and out of what a checker may see', async () => {
    const code = await login.code();
    const reasons = [
      await login.connector().redeem(`${code}x`, CALLBACK),
      await login.connector({ app: { ...APP, secret: 'wrong-secret' } }).redeem(code, CALLBACK),
      await login.connector().survey('EAAB_guessed'),
    ];
    for (const secret of [code, APP.secret, 'wrong-secret', 'EAAB_guessed'])
      expect(JSON.stringify(reasons)).not.toContain(secret);
    await login.token();
    expect(login.fake.violations()).toEqual([]);
  });
});
