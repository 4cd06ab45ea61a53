import { invalidParameter, tokenExpired, unknownPath } from './graph-refusal';
import type { GraphCall } from './graph-call';
import { pick } from './graph-view';
import type { World } from './graph-world';
import {
  ACCOUNT_ID,
  accountName,
  isInstagram,
  isUserToken,
  pageOf,
  pageToken,
  REHEARSAL_INSTAGRAM_ID,
  REHEARSAL_PAGE_ID,
  username,
} from './rehearsal-account';
import { refusalOf } from './graph-admission';

const USER = { id: '10000000000000001', name: 'Rehearsal User' };

const PERMISSIONS = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'instagram_basic',
  'instagram_content_publish',
];

/** `GET /{page}` and `GET /{ig-user}`; the token given is good for every page, so it is that page's token. */
export async function readAccount(world: World, call: GraphCall, id: string) {
  await world.network.store.mark('accounts', id);
  return pick(accountNode(id, call.token), call.params.get('fields'), ['id', 'name']);
}

/** `GET /me…`: a user's token speaks for the user, any other one for a page, which has no list of accounts. */
export async function readMe(world: World, call: GraphCall, edge: string | undefined) {
  const fields = call.params.get('fields');
  if (edge === undefined)
    return pick(isUserToken(call.token) ? USER : accountNode(pageOf(call.token), call.token), fields, [
      'name',
    ]);
  if (edge === 'permissions')
    return { data: PERMISSIONS.map((permission) => ({ permission, status: 'granted' })) };
  if (edge !== 'accounts') throw unknownPath(`/${edge}`);
  if (!isUserToken(call.token))
    throw invalidParameter('Tried accessing nonexisting field (accounts) on node type (Page)');
  const pages = (await knownAccounts(world)).filter((id) => !isInstagram(id));
  return {
    data: pages.map((id) =>
      pick(accountNode(id, pageToken(id)), fields, ['id', 'name', 'access_token', 'tasks', 'category']),
    ),
  };
}

/** The default account first, then all that calls have named. */
export async function knownAccounts(world: Pick<World, 'network'>): Promise<string[]> {
  const named = (await world.network.store.marks('accounts')).filter((id) => ACCOUNT_ID.test(id)).sort();
  return [...new Set([REHEARSAL_PAGE_ID, REHEARSAL_INSTAGRAM_ID, ...named])];
}

/** `GET /debug_token` */
export async function debugToken(world: World, { params }: GraphCall) {
  const token = params.get('input_token') ?? '';
  const page = pageOf(token);
  const common = { app_id: '1000000000000', application: 'Rehearsal', type: 'PAGE', profile_id: page };
  const refusal =
    refusalOf(token) ??
    ((await world.network.faults.active(page, 'expired_token')) ? tokenExpired() : undefined);
  if (refusal) {
    const { error } = refusal.body as { error: { code: number; error_subcode: number; message: string } };
    const { code, error_subcode: subcode, message } = error;
    return { data: { ...common, is_valid: false, scopes: [], error: { code, subcode, message } } };
  }
  return {
    data: {
      ...common,
      is_valid: true,
      expires_at: 0,
      data_access_expires_at: 0,
      issued_at: 0,
      scopes: PERMISSIONS,
      granular_scopes: PERMISSIONS.map((scope) => ({ scope })),
      user_id: page,
    },
  };
}

function accountNode(id: string, token: string): Record<string, unknown> {
  if (isInstagram(id))
    return { id, username: username(id), name: 'Rehearsal', media_count: 0, followers_count: 0 };
  return {
    id,
    name: accountName(id),
    username: username(id),
    category: 'Rehearsal',
    access_token: token,
    tasks: ['MANAGE', 'CREATE_CONTENT', 'MODERATE', 'ANALYZE'],
    is_published: true,
    instagram_business_account: {
      id: REHEARSAL_INSTAGRAM_ID,
      username: username(REHEARSAL_INSTAGRAM_ID),
    },
  };
}
