import { createHash } from 'node:crypto';
import type { CallerRequest } from '../common/http/caller.decorator';
import { invalid } from '../common/errors/errors';

/** What a client repeats when it does not know whether its call was taken. */
export interface Repeatable {
  userId: number;
  keyHash: string;
  /** Equal for the same key, method, address and body. */
  callHash: string;
}

export const KEY_HEADER = 'Idempotency-Key';
export const MOST_CHARACTERS = 128;

const VISIBLE = new RegExp(`^[!-~]{1,${MOST_CHARACTERS}}$`);

/**
 * @returns undefined without a key, and for files: what belongs to them is in their parts.
 * @throws DomainError 422
 */
export function repeatableIn(request: CallerRequest): Repeatable | undefined {
  const { headers, method, url, body, user } = request;
  const key = headers['idempotency-key'];
  if (key === undefined || /^multipart\//i.test(headers['content-type'] ?? '')) return undefined;
  // Node joins headers that were sent twice by a comma and a space.
  if (typeof key !== 'string' || !VISIBLE.test(key)) throw invalid({ [KEY_HEADER]: [WRONG_KEY] });
  return {
    userId: user.id,
    keyHash: hashOf(`${user.id} ${key}`),
    // With the key, which is stored nowhere, nobody can find out a body by trying bodies.
    callHash: hashOf(`${key}\n${method} ${url}\n${canonical(body)}`),
  };
}

const WRONG_KEY = `${KEY_HEADER} has 1 to ${MOST_CHARACTERS} visible characters (ASCII), without spaces.`;

/** The same text for equal values. Clients that build a body anew may order its names otherwise. */
const canonical = (body: unknown): string => (body === undefined ? '' : JSON.stringify(body, byName));

const byName = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
