import { useSyncExternalStore } from 'react';
import { LOGOUT_KEY, SESSION_KEY } from './keys';
import { forgetInput, keepInput, keepInputOnlyFor } from './keptInput';
import type { SignedIn, User } from './types';
import {
  eraseUnsentPosts,
  eraseUnsentPostsHere,
  keepAgain,
  mayKeep,
  tellOtherTabsOfLogout,
} from './unsentPosts';

interface Session {
  token: string | null;
  user: User | null;
  /** The stored token is being validated. */
  validating: boolean;
  /** Ended by the server or another tab, not by the user here. */
  ended: boolean;
  /**
   * Where signing in leads: the screen and user at the end of the session, for the same user; or the address at which
   * somebody arrived without a session, for whoever signs in.
   */
  left: { path: string; userId: number | null } | null;
}

const SIGNED_OUT: Session = { token: null, user: null, validating: false, ended: false, left: null };

let session = load();
const listeners = new Set<() => void>();

/** Only token and user are stored, in the format of zustand's persist. */
function load(): Session {
  try {
    const kept = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as { state?: Partial<Session> };
    const { token, user } = kept.state ?? {};
    return token && user ? { ...SIGNED_OUT, token, user } : SIGNED_OUT;
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

/** Another tab may have stored another one, unheard by a tab that waited in the back/forward cache. */
const isStored = () => load().token === session.token;

/** Goes on with the session that another tab has stored. */
function follow() {
  const next = load();
  if (next.user) {
    // A tab that slept has not heard how the session before ended.
    if (session.user && session.user.id !== next.user.id) eraseUnsentPostsHere(session.user.id);
    keepInputOnlyFor(next.user.id);
    keepAgain(next.user.id);
  }
  if (session.token === null || next.token !== null) become({ ...next, left: leftBy(next.user) });
  else become(interrupted());
}

// Signing out in one tab signs out the others.
addEventListener('storage', (event) => {
  if (event.key === LOGOUT_KEY && event.newValue) eraseUnsentPosts(Number(event.newValue));
  if (event.key === SESSION_KEY || event.key === null) follow();
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && !isStored()) follow();
});

export const currentSession = () => session;
export const signIn = ({ token, user }: SignedIn) => {
  keepInputOnlyFor(user.id);
  keepAgain(user.id);
  keep({ ...SIGNED_OUT, token, user, left: leftBy(user) });
};
/** On purpose: nothing unsent of this user stays in the browser. */
export const signOut = () => {
  forgetInput();
  if (session.user) {
    // Before the other tabs hear of the end of the session, which makes them keep what is unsent.
    tellOtherTabsOfLogout(session.user.id);
    eraseUnsentPosts(session.user.id);
  }
  keep(SIGNED_OUT);
};
/** Ends the session without the user's request. */
export const sessionEnded = () => {
  if (isStored()) keep(interrupted());
  else follow();
};

/** Signed out, with the way back to the current screen. */
function interrupted(): Session {
  const { user } = session;
  if (!user) return { ...SIGNED_OUT, ended: true, left: session.left };
  if (mayKeep(user.id)) keepInput(user.id);
  return {
    ...SIGNED_OUT,
    ended: true,
    left: { path: location.pathname + location.search + location.hash, userId: user.id },
  };
}

/** The screen where this user was interrupted, never that of another user; or the address at which they arrived. */
const leftBy = (user: User | null) =>
  session.left?.userId === null || session.left?.userId === user?.id ? session.left : null;

/** Somebody arrived at this screen without a session. */
export const arrivedAt = (path: string) => {
  if (!session.token && !session.left) become({ ...session, left: { path, userId: null } });
};

/** The first screen after signing in. */
export const firstScreen = () => session.left?.path ?? '/dashboard';
export const keepUser = (user: User) => {
  if (!session.token) return;
  // Keeps the same object for an unchanged user, to avoid renders.
  const isNew = JSON.stringify(user) !== JSON.stringify(session.user);
  if (isNew || session.left)
    (isStored() ? keep : become)({ ...session, user: isNew ? user : session.user, left: null });
};
/** What the answer to a call tells of the user, who may have changed otherwise since the call. */
export const changeUser = (change: Partial<User>) => {
  if (session.user) keepUser({ ...session.user, ...change });
};
export const setValidating = (validating: boolean) => {
  if (session.token) become({ ...session, validating });
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = () => useSyncExternalStore(subscribe, currentSession);
