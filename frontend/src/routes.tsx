import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate, Outlet } from 'react-router';
import { Crash } from './Crash';
import { NotFound } from './NotFound';
import { Landing } from './public/Landing';
import { Login } from './public/Login';
import { Register } from './public/Register';
import { useSession } from './session';

const DashboardApp = lazy(() => import('./dashboard/DashboardApp'));

/** Shown only when no token is held. */
function PublicOnly() {
  return useSession().token ? <Navigate to="/dashboard" replace /> : <Outlet />;
}

function SignedInOnly({ children }: { children: ReactNode }) {
  return useSession().token ? children : <Navigate to="/login" replace />;
}

export const router = createBrowserRouter([
  {
    errorElement: <Crash />,
    children: [
      {
        element: <PublicOnly />,
        children: [
          { path: '/', element: <Landing /> },
          { path: '/login', element: <Login /> },
          { path: '/register', element: <Register /> },
        ],
      },
      {
        path: '/dashboard/*',
        element: (
          <SignedInOnly>
            <Suspense fallback={<p className="opening">Opening your dashboard…</p>}>
              <DashboardApp />
            </Suspense>
          </SignedInOnly>
        ),
      },
      { path: '*', element: <NotFound /> },
    ],
  },
]);
