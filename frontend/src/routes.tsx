import { Suspense, useDeferredValue, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate, Outlet, useLocation } from 'react-router';
import { Crash } from './Crash';
import { NotFound } from './NotFound';
import { Opening } from './Opening';
import { Login } from './public/Login';
import { Register } from './public/Register';
import { ResetPassword } from './public/ResetPassword';
import { arrivedAt, currentSession, firstScreen, useSession } from './session';
import { lazyPart } from './lazyPart';
import { ownAddress } from './ownAddress';
import { closeToasts } from './toasts';

/** Maximum wait for the first screen's code, which loads in parallel. After that the frame renders without it. */
const SCREEN_MS = 1_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Imported one after another, since evaluating all at once would block the page noticeably. */
async function dashboard() {
  await import('./dashboard/queries');
  await import('./dashboard/muiTheme');
  const app = await import('./dashboard/DashboardApp');
  // The screen itself shows why it failed to load.
  await Promise.race([app.screenReady(location.pathname)?.catch(() => undefined), pause(SCREEN_MS)]);
  return app;
}

const DashboardApp = lazyPart(dashboard);

// Loads while the server validates the token.
if (currentSession().token) dashboard().catch(() => undefined);

/** Shown only when no token is held. */
function PublicOnly() {
  const { token } = useSession();
  const state: unknown = useLocation().state;
  return token ? <Navigate to={firstScreen()} state={state} replace /> : <Outlet />;
}

/** Past the login, as everybody: nothing of the user before may stay on the screen. */
function AnotherUser() {
  useEffect(closeToasts, []);
  return <Navigate to="/login" replace />;
}

/** Signing in then leads to the address that was asked for. */
function SignedOut() {
  const { pathname, search, hash, ...current } = useLocation();
  // Somebody else may sign in.
  const shared = ownAddress(current.state) ? '' : search;
  useEffect(() => {
    arrivedAt(pathname + shared + hash);
  }, [pathname, shared, hash]);
  return <Navigate to="/login" replace />;
}

function SignedInOnly({ children }: { children: ReactNode }) {
  const { token, user, validating } = useSession();
  const [isArrival] = useState(!token);
  const [userId] = useState(user?.id);
  // Deferred, to avoid one long task.
  const isOpen = useDeferredValue(!validating);
  if (!token) return isArrival ? <SignedOut /> : <Navigate to="/login" replace />;
  if (user?.id !== userId) return <AnotherUser />;
  return isOpen ? children : <Opening />;
}

/** The landing page is a separate document. */
function ToLandingPage() {
  useEffect(() => {
    location.replace('/');
  }, []);
  return null;
}

export const router = createBrowserRouter([
  {
    errorElement: <Crash />,
    children: [
      {
        element: <PublicOnly />,
        children: [
          { path: '/', element: <ToLandingPage /> },
          { path: '/login', element: <Login /> },
          { path: '/register', element: <Register /> },
        ],
      },
      { path: '/reset-password', element: <ResetPassword /> },
      {
        path: '/dashboard/*',
        element: (
          <SignedInOnly>
            <Suspense fallback={<Opening />}>
              <DashboardApp />
            </Suspense>
          </SignedInOnly>
        ),
      },
      { path: '*', element: <NotFound /> },
    ],
  },
]);
