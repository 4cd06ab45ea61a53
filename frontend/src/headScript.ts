/**
 * Runs in the head of every page: the chosen theme, so that nothing flashes, the way from the landing page to the
 * dashboard for whoever is signed in, and what the dashboard's page shows and asks before the app has come. A file of its
 * own, as the policy allows no inline script.
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

/** For opening.css: who is here, where, and how they left the menu. */
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
  beginFirstCalls(token, path);
  fetchScreen(path);
}

const theme = localStorage.getItem(THEME_KEY);
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

if (location.pathname === '/') {
  leaveIfSignedIn();
  // Signed in by another tab, or before the way back to this page.
  addEventListener('storage', leaveIfSignedIn);
  addEventListener('pageshow', leaveIfSignedIn);
} else if (/^\/dashboard(\/|$)/.test(location.pathname)) {
  const known = session();
  if (known) openDashboard(known);
}
