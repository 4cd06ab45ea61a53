import type { AuthProvider } from 'react-admin';
import { isApiError, send } from '../api';
import { currentSession, sessionEnded, signOut } from '../session';

/** How react-admin says "sign in again" without a notice of its own. */
const toLogin = () => Promise.reject(Object.assign(new Error(), { redirectTo: '/login', message: false }));

export const authProvider: AuthProvider = {
  // The sign-in form is a public page and speaks to the API itself.
  login: () => Promise.resolve(),

  /** Whether or when the server answers, this browser has forgotten the session at once. */
  logout() {
    // react-admin logs out after a refused token as well: that session has ended already, and knows the way back.
    if (currentSession().token) {
      send('/api/auth/logout', { method: 'POST', keepalive: true }).catch(() => undefined);
      signOut();
    }
    return Promise.resolve('/login');
  },

  checkAuth: () => (currentSession().token ? Promise.resolve() : toLogin()),

  // Only a refused token ends the session: a 403 is `subscription_required`, which is a screen.
  checkError(error: unknown) {
    if (!isApiError(error) || error.status !== 401) return Promise.resolve();
    sessionEnded();
    return toLogin();
  },

  getPermissions: () => Promise.resolve(currentSession().user?.is_admin ? 'admin' : 'user'),
};
