/**
 * Runs in the head of every page. Applies the chosen theme before the first paint, redirects signed-in visitors from the
 * landing page, and starts the dashboard's first calls and downloads before the app has loaded. A separate file, since the
 * content security policy allows no inline script.
 */
import { beginFirstCalls } from './firstCalls';
import { chooseFont } from './font';
import { SESSION_KEY, SIDEBAR_KEY, THEME_KEY } from './keys';
import { fetchScreen } from './screenFiles';
import type { User } from './types';

type Session = { token: string; user: User };

function session(): Session | undefined {
  try {
    const { state } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as { state?: Partial<Session> };
    return state?.token && state.user ? (state as Session) : undefined;
  } catch {
    return undefined;
  }
}

function leaveIfSignedIn() {
  if (session()) location.replace('/dashboard');
}

/** Sets what opening.css needs: path, role and state of the menu. */
function openDashboard({ token, user }: Session) {
  const path = location.pathname.replace(/\/$/, '');
  const isHome = path === '/dashboard';
  const isAdmin = user.is_admin === 1;
  const { dataset } = document.documentElement;
  dataset.path = path;
  dataset.opening = [
    isHome ? 'home' : 'screen',
    localStorage.getItem(SIDEBAR_KEY) ?? (innerWidth >= 1200 ? 'expanded' : 'collapsed'),
    isAdmin ? 'admin' : '',
    isAdmin || user.can_use_shared_videos === 1 ? 'shares' : '',
  ].join(' ');
  chooseFont();
  beginFirstCalls(token, path, location.search);
  fetchScreen(path);
}

const theme = localStorage.getItem(THEME_KEY);
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

if (location.pathname === '/') {
  leaveIfSignedIn();
  // After a sign-in in another tab, or when the page comes from the back/forward cache.
  addEventListener('storage', leaveIfSignedIn);
  addEventListener('pageshow', leaveIfSignedIn);
} else if (/^\/dashboard(\/|$)/.test(location.pathname)) {
  const known = session();
  if (known) openDashboard(known);
}
