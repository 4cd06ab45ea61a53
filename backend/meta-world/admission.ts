import { createHmac } from 'node:crypto';
import { metaError, noToken, notAuthorized, objectMissing, tokenInvalid, type Answer } from './answer';
import type { Exchange } from './exchange';
import { ownerOf } from './objects';

/** Who calls, and whether they may: the answer is the refusal. */
export function authorize(x: Exchange): Answer | undefined {
  if (x.name === 'oauth') return undefined;
  const { accounts, host } = x;
  const { scheme, token } = presentedToken(x);
  if (host === 'rupload' && scheme !== 'OAuth') return notAuthorized();
  if (token !== '' && !isProved(x, token))
    return metaError(100, null, 'API calls from the server require an appsecret_proof argument');
  if (token === '') return noToken();
  x.identity = accounts.identify(token);
  x.account = x.node === 'me' ? pageOf(x) : ownerOf(x, x.node);
  const refusal = accounts.refusalOf(token) ?? (x.identity ? refuseStranger(x) : tokenInvalid());
  return refusal && host === 'rupload' ? notAuthorized() : refusal;
}

export function presentedToken({ headers, params }: Pick<Exchange, 'headers' | 'params'>) {
  const [, scheme = '', token] =
    /^(Bearer|OAuth)\s+(\S+)$/.exec(headers.authorization?.toString() ?? '') ?? [];
  return { scheme, token: token ?? params.access_token ?? '' };
}

/** Where the app asks for it, each token comes with a proof that its caller knows the app's secret. */
export function isProved({ settings, host, params }: Exchange, token: string): boolean {
  if (!settings.app || host === 'rupload') return true;
  return params.appsecret_proof === createHmac('sha256', settings.app.secret).update(token).digest('hex');
}

const pageOf = ({ identity }: Exchange) => (identity?.kind === 'page' ? identity.page : undefined);

/** Instagram's edges hang on the account's id, a page's on the page's; objects belong to either. */
function refuseStranger(x: Exchange): Answer | undefined {
  const { identity, account, accounts, method, edge, node } = x;
  if (!account || !identity) return undefined;
  const isWrite = method !== 'GET';
  if (!accounts.mayActFor(identity, account))
    return isWrite ? metaError(200, null, '(#200) Permissions error') : objectMissing(node);
  if (identity.kind !== 'user' || !isWrite || !edge?.pageTokenOnly) return undefined;
  return metaError(200, null, '(#200) A page access token is required to request this resource.');
}
