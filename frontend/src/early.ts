/**
 * Runs in the head of every page: the chosen theme, so that nothing flashes, and the way from the landing page to the
 * dashboard for whoever is signed in. A file of its own, as the policy allows no inline script.
 */
import { SESSION_KEY, THEME_KEY } from './keys';

interface Kept {
  state?: { token?: unknown; user?: unknown };
}

function isSignedIn(): boolean {
  try {
    const { state } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as Kept;
    return Boolean(state?.token && state.user);
  } catch {
    return false;
  }
}

function leaveIfSignedIn() {
  if (isSignedIn()) location.replace('/dashboard');
}

const theme = localStorage.getItem(THEME_KEY);
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

if (location.pathname === '/') {
  leaveIfSignedIn();
  // Signed in by another tab, or before the way back to this page.
  addEventListener('storage', leaveIfSignedIn);
  addEventListener('pageshow', leaveIfSignedIn);
}
