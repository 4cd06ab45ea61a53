import { createHmac } from 'node:crypto';
import { metaError, noToken, notAuthorized, objectMissing, tokenInvalid, type Answer } from './answer';
import type { MetaCall } from './call';
import { ownerOf } from './objects';
import { isGranted, neededFor } from './permissions';

/** Identifies the caller. @returns an error if the call is not allowed. */
export function authorize(call: MetaCall): Answer | undefined {
  if (needsNoToken(call)) return undefined;
  const { accounts, host } = call;
  const { scheme, token } = presentedToken(call);
  if (host === 'rupload' && scheme !== 'OAuth') return notAuthorized();
  if (token !== '' && !isProved(call, token))
    return metaError(100, null, 'API calls from the server require an appsecret_proof argument');
  if (token === '') return noToken();
  call.identity = accounts.identify(token);
  call.account = call.node === 'me' ? pageOf(call) : ownerOf(call, call.node);
  const refusal = accounts.refusalOf(token) ?? (call.identity ? refuseStranger(call) : tokenInvalid());
  return refusal && host === 'rupload' ? notAuthorized() : refusal;
}

/** Whether the call identifies an app or a browser, not the holder of a token. */
export const needsNoToken = ({ name }: Pick<MetaCall, 'name'>): boolean =>
  name === 'oauth' || name === 'dialog';

export function presentedToken({ headers, params }: Pick<MetaCall, 'headers' | 'params'>) {
  const [, scheme = '', token] =
    /^(Bearer|OAuth)\s+(\S+)$/.exec(headers.authorization?.toString() ?? '') ?? [];
  return { scheme, token: token ?? params.access_token ?? '' };
}

/** Whether the call proves knowledge of the app's secret, where the app requires it. */
export function isProved({ settings, host, params }: MetaCall, token: string): boolean {
  if (!settings.app || host === 'rupload') return true;
  return params.appsecret_proof === createHmac('sha256', settings.app.secret).update(token).digest('hex');
}

const pageOf = ({ identity }: MetaCall) => (identity?.kind === 'page' ? identity.page : undefined);

/** Refuses tokens of other accounts, those without the permission, and a person's where the Page's own is required. */
function refuseStranger(call: MetaCall): Answer | undefined {
  const { identity, account, accounts, method, edge, node } = call;
  if (!account || !identity) return undefined;
  const isWrite = method !== 'GET';
  if (!accounts.mayActFor(identity, account))
    return isWrite ? metaError(200, null, '(#200) Permissions error') : objectMissing(node);
  if (!isWrite) return undefined;
  if (identity.kind === 'user' && edge?.pageTokenOnly)
    return metaError(200, null, '(#200) A page access token is required to request this resource.');
  const needed = neededFor(call);
  if (needed === undefined || isGranted(identity, needed)) return undefined;
  return metaError(200, null, `(#200) Requires the permission ${needed}, which was not granted.`);
}
