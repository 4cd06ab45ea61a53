import { PERMISSIONS, type Account, type Identity } from './accounts';
import {
  invalidParameter,
  metaError,
  noToken,
  objectMissing,
  ok,
  tokenExpired,
  tokenInvalid,
} from './answer';
import type { Edge, MetaCall } from './call';
import { pick } from './fields';
import { listed } from './lists';

export const SIXTY_DAYS_S = 5_183_944;
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
    access_token: call.identity && call.accounts.tokenOf(page, call.identity),
    instagram_business_account: page.instagram && instagramNode(page.instagram),
  };
}

const instagramNode = ({ id, username, name }: Account): Record<string, unknown> => ({ id, username, name });

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
    const pages = call.accounts.pagesOf(call.identity.userId).map((page, index) => ({
      mark: String(index).padStart(6, '0'),
      node: () => pick(pageNode(call, page), call.params.fields, 'name,access_token,tasks,category'),
    }));
    return listed(call, ({ after, limit }) =>
      pages.filter(({ mark }) => after === undefined || mark > after).slice(0, limit),
    );
  },
};

const permissions: Edge = {
  answer: () => ok({ data: PERMISSIONS.map((permission) => ({ permission, status: 'granted' })) }),
};

const readPage: Edge = {
  answer: (call) =>
    call.account
      ? ok(pick(pageNode(call, call.account), call.params.fields, 'name'))
      : objectMissing(call.node),
};

const readInstagram: Edge = {
  answer: (call) =>
    call.account ? ok(pick(instagramNode(call.account), call.params.fields, 'id')) : objectMissing(call.node),
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

function goodToken({ accounts: known }: MetaCall, identity: Identity) {
  const { userId, scopes, targetsOf, expiresAt, dataAccessExpiresAt } = known.factsOf(identity);
  return {
    app_id: '1234567890123456',
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

const oauth: Edge = {
  answer({ accounts: known, settings, params }) {
    const token = params.fb_exchange_token ?? '';
    if (settings.app && params.client_secret !== settings.app.secret)
      return metaError(1, null, 'Error validating client secret.');
    if (!known.identify(token) || known.refusalOf(token)) return tokenExpired();
    return ok({ access_token: known.exchange(token), token_type: 'bearer', expires_in: SIXTY_DAYS_S });
  },
};

export const identityEdges: Record<string, Edge> = {
  me,
  'me.accounts': accounts,
  'me.permissions': permissions,
  'page.read': readPage,
  'ig.account': readInstagram,
  debug_token: debugToken,
  oauth,
};
