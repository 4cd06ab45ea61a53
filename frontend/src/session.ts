import { useSyncExternalStore } from 'react';
import type { SignedIn, User } from './types';

/** What the browser keeps of a session: `auth-storage` in localStorage, in the shape of zustand's persist. */
const KEY = 'auth-storage';

interface Session {
  token: string | null;
  user: User | null;
}

const SIGNED_OUT: Session = { token: null, user: null };

let session = load();
const listeners = new Set<() => void>();

function load(): Session {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { state?: Partial<Session> };
    const { token, user } = kept.state ?? {};
    return token && user ? { token, user } : SIGNED_OUT;
  } catch {
    return SIGNED_OUT;
  }
}

function become(next: Session) {
  session = next;
  localStorage.setItem(KEY, JSON.stringify({ state: next, version: 0 }));
  listeners.forEach((tell) => tell());
}

// Signing out in one tab signs out the others.
addEventListener('storage', (event) => {
  if (event.key !== KEY && event.key !== null) return;
  session = load();
  listeners.forEach((tell) => tell());
});

export const currentSession = () => session;
export const signIn = ({ token, user }: SignedIn) => become({ token, user });
export const signOut = () => become(SIGNED_OUT);
export const keepUser = (user: User) => {
  if (session.token) become({ ...session, user });
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = () => useSyncExternalStore(subscribe, currentSession);
