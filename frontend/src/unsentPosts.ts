import { LOGOUT_KEY } from './keys';

export const unsentPostKey = (userId: number) => `pagecast-compose-${userId}`;

/** Of the last call that should make that post, as long as its outcome is unknown. */
export const sendAttemptKey = (userId: number) => `pagecast-attempt-${userId}`;

export const editedPostKey = (userId: number, id: number | '') => `pagecast-edit-${userId}-${id}`;

/** Users who signed out on purpose. Their screens are still to be left, which must not keep anything again. */
const erased = new Set<number>();

export const mayKeep = (userId: number): boolean => !erased.has(userId);

export const keepAgain = (userId: number): void => void erased.delete(userId);

/** Of this tab, and what all tabs share. */
export const eraseUnsentPosts = (userId: number): void => {
  eraseIn(['sessionStorage', 'localStorage'], userId);
};

/** Of this tab only: what all tabs share was erased if the user has signed out, and stays if the server did it. */
export const eraseUnsentPostsHere = (userId: number): void => {
  eraseIn(['sessionStorage'], userId);
};

function eraseIn(storages: ('sessionStorage' | 'localStorage')[], userId: number): void {
  erased.add(userId);
  for (const name of storages) {
    try {
      const storage = globalThis[name];
      for (const key of Object.keys(storage))
        if (
          key === unsentPostKey(userId) ||
          key === sendAttemptKey(userId) ||
          key.startsWith(editedPostKey(userId, ''))
        )
          storage.removeItem(key);
    } catch {
      // Nothing can be kept in a forbidden storage.
    }
  }
}

/** Each tab has posts of its own, and hears of a logout only by a key of what they share. */
export function tellOtherTabsOfLogout(userId: number): void {
  try {
    localStorage.setItem(LOGOUT_KEY, String(userId));
    localStorage.removeItem(LOGOUT_KEY);
  } catch {
    // A storage that takes nothing has nothing for other tabs either.
  }
}
