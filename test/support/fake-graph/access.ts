import { createHmac } from 'node:crypto';
import type { Exchange } from './exchange';
import { metaError, objectMissing, uploadError, type Answer } from './faults';
import { edges } from './routes';

/** Who calls, and whether they may: the answer is the refusal. */
export function authorize(x: Exchange): Answer | undefined {
  const { call, world, checker } = x;
  if (world.isTokenIn(withoutInspected(x.url))) checker.flag('token-in-url', `${call.name} ${call.path}`);
  if (call.name === 'oauth') return undefined;
  const { scheme, token } = presentedToken(x);
  if (call.host === 'rupload' && scheme !== 'OAuth') {
    checker.flag('missing-header', `${call.name} of ${x.id} without Authorization: OAuth`);
    return uploadError('NotAuthorizedError', 'Not authorized', false, 401);
  }
  const unproved = refuseUnproved(x, token);
  if (unproved) return unproved;
  if (token === '') {
    checker.flag('missing-header', `${call.name} ${call.path} without Authorization`);
    return metaError(
      2500,
      null,
      'An active access token must be used to query information about the current user.',
    );
  }
  x.identity = world.identify(token);
  call.token = nameOfIdentity(x);
  const refusal =
    world.refusalOf(token) ?? (x.identity ? undefined : metaError(190, null, 'Invalid OAuth access token.'));
  if (refusal) return forHost(x, refusal);
  return refuseStranger(x);
}

/** Where the app asks for it, each token comes with a proof that its caller knows the app's secret. */
function refuseUnproved({ call, settings, params, checker }: Exchange, token: string): Answer | undefined {
  if (!settings.app || call.host === 'rupload' || token === '') return undefined;
  const proof = createHmac('sha256', settings.app.secret).update(token).digest('hex');
  if (params.appsecret_proof === proof) return undefined;
  checker.flag('no-proof', `${call.name} ${call.path}`);
  return metaError(100, null, 'API calls from the server require an appsecret_proof argument');
}

/** /debug_token takes the token to look at in the URL: that is its documented form. */
function withoutInspected(url: URL): string {
  const query = new URLSearchParams(url.search);
  query.delete('input_token');
  query.delete('fb_exchange_token');
  return url.pathname + [...query.values()].join(' ');
}

function presentedToken(x: Exchange): { scheme: string; token: string } {
  const [scheme = '', token = ''] = String(x.headers.authorization ?? '').split(' ');
  if (scheme === 'Bearer' || scheme === 'OAuth') return { scheme, token };
  return { scheme: '', token: x.params.access_token ?? '' };
}

function nameOfIdentity({ identity }: Exchange): string {
  if (!identity) return 'unknown';
  if (identity.kind === 'page') return `page:${identity.page.id}`;
  return identity.kind === 'user' ? `user:${identity.userId}` : 'app';
}

function refuseStranger(x: Exchange): Answer | undefined {
  const { call, identity, page, world } = x;
  if (!page || !identity) return undefined;
  const manages = identity.kind === 'user' && world.pagesOf(identity.userId).includes(page);
  const isWrite = call.method !== 'GET';
  if (manages && isWrite && edges[call.name]?.pageTokenOnly) {
    return forHost(
      x,
      metaError(200, null, '(#200) A page access token is required to request this resource.'),
    );
  }
  if (manages || (identity.kind === 'page' && identity.page === page)) return undefined;
  // Whether a token is good for a page is found out by reading that page with it.
  if (!['page.read', 'ig.account'].includes(call.name))
    x.checker.flag('foreign-token', `${call.name} of ${page.id} with the token of ${call.token}`);
  return forHost(x, isWrite ? metaError(200, null, '(#200) Permissions error') : objectMissing(x.id));
}

function forHost(x: Exchange, refusal: Answer): Answer {
  return x.call.host === 'rupload'
    ? uploadError('NotAuthorizedError', 'Not authorized', false, 401)
    : refusal;
}

/** Flags what a write may not carry; the answer is what Meta is seen to say *after* it has done the work. */
export function checkParameters(x: Exchange): Answer | undefined {
  const allowed = edges[x.call.name]?.allowed;
  if (!allowed || x.call.method === 'GET') return undefined;
  for (const name of [...Object.keys(x.params), ...Object.keys(x.files)]) {
    const bare = name.replace(/\[\d+\]$/, '');
    if (bare === 'appsecret_proof' || allowed.includes(bare)) continue;
    const rule = bare === 'fields' ? 'fields-on-write' : 'unknown-parameter';
    if (bare !== 'access_token' || !x.url.searchParams.has(bare))
      x.checker.flag(rule, `${x.call.name} with ${bare}`);
  }
  return 'fields' in x.params ? metaError(20, 1772107, 'Unsupported response format') : undefined;
}
