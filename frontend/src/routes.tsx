import { lazy, Suspense, useEffect } from 'react';
import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate, Outlet, useLocation } from 'react-router';
import { Crash } from './Crash';
import { NotFound } from './NotFound';
import { Login } from './public/Login';
import { Register } from './public/Register';
import { ResetPassword } from './public/ResetPassword';
import { currentSession, useSession } from './session';

const dashboard = () => import('./dashboard/DashboardApp');
const DashboardApp = lazy(dashboard);

// Comes while the server is asked about the token.
if (currentSession().token) dashboard().catch(() => undefined);

const Opening = () => <p className="opening">Opening your dashboard…</p>;

/** Shown only when no token is held. */
function PublicOnly() {
  const { token } = useSession();
  const state: unknown = useLocation().state;
  return token ? <Navigate to="/dashboard" state={state} replace /> : <Outlet />;
}

function SignedInOnly({ children }: { children: ReactNode }) {
  const { token, validating } = useSession();
  if (!token) return <Navigate to="/login" replace />;
  return validating ? <Opening /> : children;
}

/** The landing page is a document of its own. */
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
