import type { ApiError } from '../../api';
import { mayKeep, sendAttemptKey } from '../../unsentPosts';
import { newId } from './keptPost';

/** A call that should make the post, as long as nobody knows whether it did. */
export interface SendAttempt {
  /** The server makes nothing again for a call with the same key and body. */
  key: string;
  /** What was sent, which tells whether the post is still the same. */
  content: string;
  /** The upload of the chosen frame. It is part of the body, and cut again it would be another one. */
  frameId: string | null;
  /** The server does not know the key for longer. */
  until: number;
}

/** An hour less than the server keeps an answer. */
const KEY_KNOWN_MS = 23 * 60 * 60_000;

const STORAGES = ['sessionStorage', 'localStorage'] as const;

const listeners = new Set<() => void>();

/** Hears of each change that this tab makes. */
export function onAttempt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** That of this tab, which shows one post at a time. */
export const attemptOf = (userId: number): SendAttempt | undefined => read('sessionStorage', userId)?.attempt;

/** Whether the call can be made again without making a second post. */
export const isRepeatable = (attempt: SendAttempt, content: string): boolean =>
  attempt.content === content && attempt.until > Date.now();

/** The call to make, which is the last one again as long as that makes no second post. */
export function nextAttempt(userId: number, content: string, frameId: string | null) {
  const last = attemptOf(userId);
  if (last && isRepeatable(last, content)) return { attempt: last, isRepeated: true, isDoubtful: false };
  const attempt = { key: newId(), content, frameId, until: Date.now() + KEY_KNOWN_MS };
  return { attempt, isRepeated: false, /** It may be a second post. */ isDoubtful: last !== undefined };
}

/**
 * Before the call is made. A full or forbidden storage costs only that a reload forgets it.
 * @param postId under which all tabs share the post
 */
export function keepAttempt(userId: number, postId: string, attempt: SendAttempt): void {
  if (!mayKeep(userId)) return;
  for (const name of STORAGES) write(name, userId, JSON.stringify({ postId, attempt }));
  tell();
}

/** Takes over that of another tab, or of one that was closed, with its post. */
export function adoptAttempt(userId: number, postId: string): void {
  const last = read('localStorage', userId);
  if (attemptOf(userId) || last?.postId !== postId || !mayKeep(userId)) return;
  write('sessionStorage', userId, JSON.stringify(last));
  tell();
}

/** Its outcome is known, or the post is gone. */
export function forgetAttempt(userId: number, key: string | undefined): void {
  for (const name of STORAGES)
    if (key !== undefined && read(name, userId)?.attempt.key === key) write(name, userId, null);
  tell();
}

/** Keeps what a refusal leaves of an attempt. */
export function settleAttempt(
  userId: number,
  postId: string,
  attempt: SendAttempt,
  refusal: ApiError,
  how: { isRepeated: boolean; hasLeft: boolean },
): void {
  const left = afterRefusal(attempt, refusal, how);
  if (left) keepAttempt(userId, postId, left);
  else forgetAttempt(userId, attempt.key);
}

/**
 * @param how whether it was made before, and whether it could leave this machine
 * @returns undefined: nothing was made
 */
export function afterRefusal(
  attempt: SendAttempt,
  refusal: ApiError,
  { isRepeated, hasLeft }: { isRepeated: boolean; hasLeft: boolean },
): SendAttempt | undefined {
  const { status, headers } = refusal;
  // This is what the first call was answered.
  if (headers.has('Idempotency-Replayed')) return undefined;
  if (status === 0 ? hasLeft : status >= 500 || isStillRunning(refusal)) return attempt;
  if (!isRepeated || status === 422) return undefined;
  // The server has lost the answer, and will never know it.
  if (status === 409) return { ...attempt, until: 0 };
  // A guard stopped the repetition, which says nothing of the first call.
  return attempt;
}

/** Of all conflicts, only that one is over after a moment. */
export const isStillRunning = ({ status, headers }: ApiError): boolean =>
  status === 409 && headers.has('Retry-After');

interface Kept {
  postId: string;
  attempt: SendAttempt;
}

/** Whatever has not its shape is none. */
function read(name: (typeof STORAGES)[number], userId: number): Kept | undefined {
  try {
    const kept = JSON.parse(globalThis[name].getItem(sendAttemptKey(userId)) ?? 'null') as Kept;
    const { key, content, frameId, until } = kept.attempt;
    const isWhole = [key, content].every((each) => typeof each === 'string') && typeof until === 'number';
    return isWhole
      ? { postId: kept.postId, attempt: { key, content, frameId: frameId ?? null, until } }
      : undefined;
  } catch {
    return undefined;
  }
}

function write(name: (typeof STORAGES)[number], userId: number, text: string | null): void {
  try {
    if (text === null) globalThis[name].removeItem(sendAttemptKey(userId));
    else globalThis[name].setItem(sendAttemptKey(userId), text);
  } catch {
    // Without a storage, the tab knows of it only what the screen says.
  }
}

const tell = () => {
  listeners.forEach((listener) => {
    listener();
  });
};
