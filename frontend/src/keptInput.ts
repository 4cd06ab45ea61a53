import { useCallback, useEffect, useRef, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';

/** Long enough for the screen to render again after the sign-in. */
const TAKEN_WITHIN_MS = 60_000;

/** Readers of the inputs on screen, by key. */
const shown = new Map<string, () => unknown>();
/** Inputs of a session that ended. In memory only, since a password may be among them. */
let kept: { of: number; values: Map<string, unknown> } | undefined;

/** Keeps all inputs on screen, when a session ends. */
export function keepInput(userId: number): void {
  kept = { of: userId, values: new Map([...shown].map(([key, value]) => [key, value()])) };
}

/** Discards kept inputs of other users, after a sign-in. */
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

/** The kept value of this key. */
export const keptInput = (key: string): unknown => kept?.values.get(key);

/** Registers `read` as the source of this key's value. It must be stable between renders. */
export function useInputToKeep(key: string, read: () => unknown): void {
  useEffect(() => {
    shown.set(key, read);
    kept?.values.delete(key);
    return () => {
      if (shown.get(key) === read) shown.delete(key);
    };
  }, [key, read]);
}

/** `useState` whose value survives an ended session and is restored after signing in again. */
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
