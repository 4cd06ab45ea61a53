import type { DetailedError } from 'tus-js-client';
import { isGatewayWithoutServer } from '../../../../api';

/** What broke off a transfer: of the request that failed, and of its answer. Status 0: there was none. */
export interface Break {
  method: string;
  status: number;
  body: string;
}

export const breakOf = ({ originalRequest, originalResponse }: DetailedError): Break => ({
  method: originalRequest.getMethod(),
  status: originalResponse?.getStatus() ?? 0,
  body: originalResponse?.getBody() ?? '',
});

/**
 * What to do about it. `wait`: until the server can be reached, however long that takes. `again`: in a moment, a few
 * times. `anew`: the server no longer has what was sent. `refused`: its sentence is for the user.
 */
export type Verdict = 'wait' | 'again' | 'anew' | 'refused';

export function verdictOn({ method, status, body }: Break): Verdict {
  if (status === 0 || isGatewayWithoutServer(status, body)) return 'wait';
  if (status >= 500 || status === 423) return 'again';
  const isOfUpload = method !== 'POST';
  if (isOfUpload && (status === 409 || status === 429)) return 'again';
  if (isOfUpload && (status === 404 || status === 410)) return 'anew';
  // A refused HEAD has no body; the call that begins an upload is refused with a sentence.
  if (method === 'HEAD' && status !== 401) return 'anew';
  return 'refused';
}
