import {
  noToken,
  rateLimited,
  serverError,
  tokenExpired,
  tokenInvalid,
  uploadError,
  type GraphRefusal,
} from './graph-refusal';
import type { World } from './graph-world';
import { isInstagram, isOwnToken } from './rehearsal-account';

/** What every call passes first: a token, then the faults that are switched on for its account. */
export async function admit(world: World, token: string, account: string): Promise<void> {
  const { faults, clock } = world.network;
  demandToken(token);
  if (await faults.take(account, 'server_error')) throw serverError();
  const limit = await faults.active(account, 'rate_limited');
  if (limit?.until !== undefined) {
    const minutes = Math.max(1, Math.ceil((limit.until - clock.now()) / 60_000));
    throw rateLimited(account, isInstagram(account), minutes);
  }
  if (await faults.active(account, 'expired_token')) throw tokenExpired();
}

/** The same for bytes, in the other host's words; the limit on calls is not the upload host's. */
export async function admitBytes(world: World, token: string, account: string): Promise<void> {
  const { faults } = world.network;
  const refusal = uploadError(
    'NotAuthorizedError',
    'User not authorized to perform this request',
    false,
    401,
  );
  if (token === '' || refusalOf(token)) throw refusal;
  if (await faults.take(account, 'server_error'))
    throw uploadError('ProcessingFailedError', 'Service temporarily unavailable', true, 500);
  if (await faults.active(account, 'expired_token')) throw refusal;
}

export function demandToken(token: string): void {
  const refusal = token === '' ? noToken() : refusalOf(token);
  if (refusal) throw refusal;
}

export function refusalOf(token: string): GraphRefusal | undefined {
  if (token.startsWith('expired')) return tokenExpired();
  return isOwnToken(token) ? undefined : tokenInvalid();
}
