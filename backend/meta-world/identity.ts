import { PERMISSIONS, type Account, type Accounts, type Identity } from './accounts';
import { invalidParameter, noToken, objectMissing, ok, tokenInvalid } from './answer';
import type { Edge, MetaCall } from './call';
import { pick } from './fields';
import { listed } from './lists';
import { isGranted } from './permissions';
import { pictureAddress } from './photo-addresses';

const TASKS = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'];

function pageNode(call: MetaCall, page: Account): Record<string, unknown> {
  return {
    id: page.id,
    name: page.name,
    username: page.username,
    category: page.category,
    link: `https://www.facebook.com/${page.id}`,
    tasks: page.tasks ?? TASKS,
    is_published: true,
    picture: { data: { height: 50, is_silhouette: false, url: pictureOf(call, page), width: 50 } },
    access_token: call.identity && tokenFor(call.identity, call.accounts, page),
    instagram_business_account:
      page.instagram && isGranted(call.identity, 'instagram_basic')
        ? instagramNode(call, page.instagram)
        : undefined,
  };
}

const instagramNode = (call: MetaCall, account: Account): Record<string, unknown> => ({
  id: account.id,
  username: account.username,
  name: account.name,
  profile_picture_url: pictureOf(call, account),
});

const pictureOf = ({ settings }: MetaCall, { id, pictureUrl }: Account) =>
  pictureUrl ?? pictureAddress(settings, id);

/** A Page that the person did not tick is listed without its token. */
const tokenFor = (identity: Identity, known: Accounts, page: Account) =>
  identity.kind === 'user' && identity.login?.pages.includes(page.id) === false
    ? undefined
    : known.tokenOf(page, identity);

const me: Edge = {
  answer(call) {
    const { identity, params } = call;
    if (identity?.kind === 'page') return ok(pick(pageNode(call, identity.page), params.fields, 'name'));
    if (identity?.kind !== 'user') return noToken();
    return ok(pick({ id: identity.userId, name: 'Some One' }, params.fields, 'name'));
  },
};

const accounts: Edge = {
  answer(call) {
    if (call.identity?.kind !== 'user')
      return invalidParameter('Tried accessing nonexisting field (accounts) on node type (Page)');
    const managed = isGranted(call.identity, 'pages_show_list')
      ? call.accounts.pagesOf(call.identity.userId)
      : [];
    const pages = managed.map((page, index) => ({
      mark: String(index).padStart(6, '0'),
      node: () => pick(pageNode(call, page), call.params.fields, 'name,access_token,tasks,category'),
    }));
    return listed(
      call,
      ({ after, limit }) => pages.filter(({ mark }) => after === undefined || mark > after).slice(0, limit),
      call.settings.pagesAtOnce,
    );
  },
};

const permissions: Edge = {
  answer({ identity }) {
    const login = identity?.kind === 'user' ? identity.login : undefined;
    const asked = login?.asked ?? PERMISSIONS;
    const statusOf = (name: string) => (login?.declined.includes(name) ? 'declined' : 'granted');
    return ok({ data: asked.map((permission) => ({ permission, status: statusOf(permission) })) });
  },
};

const readPage: Edge = {
  answer: (call) =>
    call.account
      ? ok(pick(pageNode(call, call.account), call.params.fields, 'name'))
      : objectMissing(call.node),
};

const readInstagram: Edge = {
  answer: (call) =>
    call.account
      ? ok(pick(instagramNode(call, call.account), call.params.fields, 'id'))
      : objectMissing(call.node),
};

const debugToken: Edge = {
  answer(call) {
    const { accounts: known, settings, params } = call;
    if (settings.app && call.identity?.kind !== 'app')
      return invalidParameter('You must provide an app access token, or a developer token');
    const token = params.input_token ?? '';
    const inspected = known.identify(token);
    const refusal = known.refusalOf(token);
    if (inspected && inspected.kind !== 'app' && !refusal) return ok({ data: goodToken(call, inspected) });
    const { error } = (refusal ?? tokenInvalid()).body as { error: Record<string, unknown> };
    const { code, message, error_subcode: subcode } = error;
    return ok({ data: { error: { code, message, subcode }, is_valid: false, scopes: [] } });
  },
};

function goodToken({ accounts: known, settings }: MetaCall, identity: Identity) {
  const { userId, scopes, targetsOf, expiresAt, dataAccessExpiresAt } = known.factsOf(identity);
  return {
    app_id: settings.loginApp?.id ?? '1234567890123456',
    type: identity.kind === 'page' ? 'PAGE' : 'USER',
    application: 'Pagecast',
    data_access_expires_at: dataAccessExpiresAt,
    expires_at: expiresAt,
    is_valid: true,
    scopes,
    granular_scopes: scopes?.map((scope) => ({ scope, target_ids: targetsOf(scope) })),
    user_id: userId,
    ...(identity.kind === 'page' && { profile_id: identity.page.id }),
  };
}

export const identityEdges: Record<string, Edge> = {
  me,
  'me.accounts': accounts,
  'me.permissions': permissions,
  'page.read': readPage,
  'ig.account': readInstagram,
  debug_token: debugToken,
};
