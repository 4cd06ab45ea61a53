import { metaError, objectMissing } from './faults';
import { listed, ok, pick, type Edge, type Exchange } from './exchange';
import { userIdOf, type PageSpec } from './world';

const SIXTY_DAYS_S = 5_183_944;
const defaultTasks = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'];
const defaultScopes = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'instagram_basic',
  'instagram_content_publish',
];

/** The page's token is for the people who manage it, and for itself. */
function pageNode(x: Exchange, page: PageSpec): Record<string, unknown> {
  return {
    id: page.id,
    name: page.name,
    link: `https://www.facebook.com/${page.id}`,
    tasks: page.tasks ?? defaultTasks,
    access_token: x.identity?.kind === 'app' ? undefined : tokenOf(x, page),
    instagram_business_account: page.igId === undefined ? undefined : instagramNode(page),
  };
}

/** What comes of a long-lived token has no end. */
const tokenOf = ({ identity, world }: Exchange, page: PageSpec): string =>
  identity?.kind === 'user' && world.isLongLived(identity.token) ? world.exchange(page.token) : page.token;

function instagramNode(page: PageSpec): Record<string, unknown> {
  return { id: page.igId, username: page.igUsername ?? 'someone', name: page.name };
}

const me: Edge = {
  answer(x) {
    if (x.identity?.kind === 'page') return ok(pick(pageNode(x, x.identity.page), x.params.fields, 'name'));
    if (x.identity?.kind === 'user')
      return ok(pick({ id: x.identity.userId, name: 'Some One' }, x.params.fields, 'name'));
    return metaError(
      2500,
      null,
      'An active access token must be used to query information about the current user.',
    );
  },
};

const accounts: Edge = {
  answer(x) {
    if (x.identity?.kind !== 'user')
      return metaError(100, null, '(#100) Tried accessing nonexisting field (accounts) on node type (Page)');
    const pages = x.world.pagesOf(x.identity.userId);
    const fields = 'name,access_token,tasks';
    return listed(
      x,
      pages.map((page) => ({ at: 0, node: pick(pageNode(x, page), x.params.fields, fields) })),
    );
  },
};

const readPage: Edge = {
  answer: (x) => (x.page ? ok(pick(pageNode(x, x.page), x.params.fields, 'name')) : objectMissing(x.id)),
};

const readInstagram: Edge = {
  answer: (x) => (x.page ? ok(pick(instagramNode(x.page), x.params.fields, 'id')) : objectMissing(x.id)),
};

const debugToken: Edge = {
  answer(x) {
    const token = x.params.input_token ?? '';
    if (x.settings.app && x.identity?.kind !== 'app')
      return metaError(100, null, '(#100) You must provide an app access token, or a developer token');
    const inspected = x.world.identify(token);
    const refusal = x.world.refusalOf(token)?.body as
      { error: { code: number; error_subcode: number; message: string } } | undefined;
    if (!inspected || inspected.kind === 'app' || refusal) {
      const {
        code = 190,
        error_subcode: subcode,
        message = 'Invalid OAuth access token.',
      } = refusal?.error ?? {};
      return ok({ data: { error: { code, message, subcode }, is_valid: false, scopes: [] } });
    }
    const page = inspected.kind === 'page' ? inspected.page : x.world.pagesOf(inspected.userId)[0]!;
    const scopes = page.scopes === null ? undefined : (page.scopes ?? defaultScopes);
    const isPage = inspected.kind === 'page';
    const longLived = isPage ? 0 : Math.floor(x.settings.now() / 1000) + SIXTY_DAYS_S;
    return ok({
      data: {
        app_id: '1234567890123456',
        type: isPage ? 'PAGE' : 'USER',
        application: 'Pagecast',
        data_access_expires_at: page.dataAccessExpiresAt ?? 0,
        expires_at: x.world.isLongLived(token) ? longLived : (page.expiresAt ?? 0),
        is_valid: true,
        scopes,
        granular_scopes: scopes?.map((scope) => ({ scope, target_ids: targetsOf(x, page, scope, isPage) })),
        user_id: userIdOf(page),
        ...(isPage ? { profile_id: page.id } : {}),
      },
    });
  },
};

/** A person's token opens all their pages. */
function targetsOf({ world }: Exchange, page: PageSpec, scope: string, isPage: boolean): string[] {
  const pages = isPage ? [page] : world.pagesOf(userIdOf(page));
  return (
    page.grantedFor?.[scope] ??
    pages.map(({ id, igId }) => (scope.startsWith('instagram') ? (igId ?? id) : id))
  );
}

const oauth: Edge = {
  allowed: ['grant_type', 'client_id', 'client_secret', 'fb_exchange_token', 'redirect_uri', 'code'],
  answer(x) {
    const token = x.params.fb_exchange_token ?? '';
    if (x.settings.app && x.params.client_secret !== x.settings.app.secret)
      return metaError(1, null, 'Error validating client secret.');
    if (!x.world.identify(token) || x.world.refusalOf(token)) {
      return metaError(190, 463, 'Error validating access token: Session has expired.');
    }
    return ok({ access_token: x.world.exchange(token), token_type: 'bearer', expires_in: SIXTY_DAYS_S });
  },
};

export const identity: Record<string, Edge> = {
  me,
  'me.accounts': accounts,
  'page.read': readPage,
  'ig.account': readInstagram,
  debug_token: debugToken,
  oauth,
};
