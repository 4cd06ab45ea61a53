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
import type { Edge, Exchange } from './exchange';
import { pick } from './fields';
import { listed } from './lists';

export const SIXTY_DAYS_S = 5_183_944;
const TASKS = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'];

/** The page's token is for the people who manage it, and for itself. */
function pageNode(x: Exchange, page: Account): Record<string, unknown> {
  return {
    id: page.id,
    name: page.name,
    username: page.username,
    category: page.category,
    link: `https://www.facebook.com/${page.id}`,
    tasks: page.tasks ?? TASKS,
    is_published: true,
    access_token: x.identity && x.accounts.tokenOf(page, x.identity),
    instagram_business_account: page.instagram && instagramNode(page.instagram),
  };
}

const instagramNode = ({ id, username, name }: Account): Record<string, unknown> => ({ id, username, name });

const me: Edge = {
  answer(x) {
    const { identity, params } = x;
    if (identity?.kind === 'page') return ok(pick(pageNode(x, identity.page), params.fields, 'name'));
    if (identity?.kind !== 'user') return noToken();
    return ok(pick({ id: identity.userId, name: 'Some One' }, params.fields, 'name'));
  },
};

const accounts: Edge = {
  answer(x) {
    if (x.identity?.kind !== 'user')
      return invalidParameter('Tried accessing nonexisting field (accounts) on node type (Page)');
    const pages = x.accounts.pagesOf(x.identity.userId).map((page, index) => ({
      mark: String(index).padStart(6, '0'),
      node: () => pick(pageNode(x, page), x.params.fields, 'name,access_token,tasks,category'),
    }));
    return listed(x, ({ after, limit }) =>
      pages.filter(({ mark }) => after === undefined || mark > after).slice(0, limit),
    );
  },
};

const permissions: Edge = {
  answer: () => ok({ data: PERMISSIONS.map((permission) => ({ permission, status: 'granted' })) }),
};

const readPage: Edge = {
  answer: (x) =>
    x.account ? ok(pick(pageNode(x, x.account), x.params.fields, 'name')) : objectMissing(x.node),
};

const readInstagram: Edge = {
  answer: (x) =>
    x.account ? ok(pick(instagramNode(x.account), x.params.fields, 'id')) : objectMissing(x.node),
};

const debugToken: Edge = {
  answer(x) {
    const { accounts: known, settings, params } = x;
    if (settings.app && x.identity?.kind !== 'app')
      return invalidParameter('You must provide an app access token, or a developer token');
    const token = params.input_token ?? '';
    const inspected = known.identify(token);
    const refusal = known.refusalOf(token);
    if (inspected && inspected.kind !== 'app' && !refusal) return ok({ data: goodToken(x, inspected) });
    const { error } = (refusal ?? tokenInvalid()).body as { error: Record<string, unknown> };
    const { code, message, error_subcode: subcode } = error;
    return ok({ data: { error: { code, message, subcode }, is_valid: false, scopes: [] } });
  },
};

function goodToken({ accounts: known }: Exchange, identity: Identity) {
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
