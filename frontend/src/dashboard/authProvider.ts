import type { AuthProvider } from 'react-admin';
import { bearer } from '../api';
import { currentSession, signOut } from '../session';
import { discardAllUploads } from './posts/upload/resumable/unfinishedUploads';

/** Redirects to the login without a react-admin notification. */
const toLogin = () => Promise.reject(Object.assign(new Error(), { redirectTo: '/login', message: false }));

export const authProvider: AuthProvider = {
  // The sign-in form is a public page and speaks to the API itself.
  login: () => Promise.resolve(),

  /** This browser forgets the session at once, whatever the server answers. */
  logout() {
    if (currentSession().token) {
      const headers = bearer();
      const end = () => {
        removeEventListener('pagehide', end);
        fetch('/api/auth/logout', { method: 'POST', keepalive: true, headers }).catch(() => undefined);
      };
      // The token discards what is left of uploads, and is then revoked. Whoever signs in meanwhile has another.
      const discarding = discardAllUploads();
      if (discarding) {
        addEventListener('pagehide', end);
        void discarding.then(end);
      } else end();
      signOut();
    }
    return Promise.resolve('/login');
  },

  checkAuth: () => (currentSession().token ? Promise.resolve() : toLogin()),

  // A refused token has ended the session in api.ts. A 403 is `subscription_required`, which is a screen.
  checkError: () => Promise.resolve(),

  getPermissions: () => Promise.resolve(currentSession().user?.is_admin ? 'admin' : 'user'),
};
