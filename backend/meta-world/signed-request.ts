import { createHmac } from 'node:crypto';

/** The parts of a signed request that an app reads. */
export interface SignedFacts {
  algorithm?: string;
  /** The app-scoped id of the person. */
  user_id?: unknown;
  /** Unix seconds. */
  issued_at?: number;
}

/** What Meta posts as `signed_request` when a person removes the app or asks for the deletion of data. */
export function signedRequest(facts: SignedFacts, secret: string): string {
  const payload = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', ...facts })).toString('base64url');
  return `${signatureOf(payload, secret)}.${payload}`;
}

export const signatureOf = (payload: string, secret: string): string =>
  createHmac('sha256', secret).update(payload).digest('base64url');
