import { useSyncExternalStore } from 'react';
import { SESSION_KEY } from './keys';
import type { SignedIn, User } from './types';

interface Session {
  token: string | null;
  user: User | null;
  /** The server is being asked whether the stored token still holds. */
  validating: boolean;
}

const SIGNED_OUT: Session = { token: null, user: null, validating: false };

let session = load();
const listeners = new Set<() => void>();

/** The browser keeps token and user, and nothing else, in the shape of zustand's persist. */
function load(): Session {
  try {
    const kept = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as { state?: Partial<Session> };
    const { token, user } = kept.state ?? {};
    return token && user ? { token, user, validating: false } : SIGNED_OUT;
  } catch {
    return SIGNED_OUT;
  }
}

function become(next: Session) {
  session = next;
  listeners.forEach((tell) => tell());
}

function keep(next: Session) {
  const { token, user } = next;
  localStorage.setItem(SESSION_KEY, JSON.stringify({ state: { token, user }, version: 0 }));
  become(next);
}

// Signing out in one tab signs out the others.
addEventListener('storage', (event) => {
  if (event.key === SESSION_KEY || event.key === null) become(load());
});

export const currentSession = () => session;
export const signIn = ({ token, user }: SignedIn) => keep({ token, user, validating: false });
export const signOut = () => keep(SIGNED_OUT);
export const keepUser = (user: User) => {
  if (session.token) keep({ ...session, user });
};
export const setValidating = (validating: boolean) => {
  if (session.token) become({ ...session, validating });
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = () => useSyncExternalStore(subscribe, currentSession);
