import { useCallback, useEffect, useRef, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';

/** Long enough for the screen to be drawn again after the sign-in. */
const TAKEN_WITHIN_MS = 60_000;

/** What is on the screen now, by key. */
const shown = new Map<string, () => unknown>();
/** What was on the screen when a session ended. In memory only: a password may be among it. */
let kept: { of: number; values: Map<string, unknown> } | undefined;

/** The session of this person ended while they were at work. */
export function keepInput(userId: number): void {
  kept = { of: userId, values: new Map([...shown].map(([key, value]) => [key, value()])) };
}

/** Somebody signed in: what another person typed is not for them. */
export function keepInputOnlyFor(userId: number): void {
  if (kept?.of !== userId) kept = undefined;
  const mine = kept;
  setTimeout(() => {
    if (kept === mine) kept = undefined;
  }, TAKEN_WITHIN_MS);
}

export function forgetInput(): void {
  kept = undefined;
}

/** What stood under this key when the session ended. */
export const keptInput = (key: string): unknown => kept?.values.get(key);

/** Has `read` asked for the value under this key should the session end now. It must not change between renders. */
export function useInputToKeep(key: string, read: () => unknown): void {
  useEffect(() => {
    shown.set(key, read);
    kept?.values.delete(key);
    return () => {
      if (shown.get(key) === read) shown.delete(key);
    };
  }, [key, read]);
}

/** `useState` whose value outlives a session that ended: after signing in again the screen has it back. */
export function useKeptInput<T>(key: string, initial: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  const [value, set] = useState<T>(() => {
    if (kept?.values.has(key)) return keptInput(key) as T;
    return initial instanceof Function ? initial() : initial;
  });
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  useInputToKeep(
    key,
    useCallback(() => latest.current, []),
  );
  return [value, set];
}
