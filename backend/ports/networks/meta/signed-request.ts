import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseObject, textOf } from './json';

/** Far longer than any that Meta sends. */
const MOST_CHARACTERS = 16_384;
const PERSON = /^\S{1,255}$/;

/**
 * The person that a `signed_request` is about (guide "Data Deletion Request Callback").
 *
 * @returns null unless it is signed with this secret, by HMAC-SHA256, and names a person.
 */
export function personInSignedRequest(text: string, secret: string): string | null {
  const [signature = '', payload = '', ...more] = text.slice(0, MOST_CHARACTERS + 1).split('.');
  if (text.length > MOST_CHARACTERS || more.length > 0) return null;
  const right = createHmac('sha256', secret).update(payload).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const facts = parseObject(Buffer.from(payload, 'base64url').toString('utf8'));
  const person = textOf(facts?.user_id);
  return facts?.algorithm === 'HMAC-SHA256' && person !== undefined && PERSON.test(person) ? person : null;
}
