import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { CoreAdmin, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router';
import { Crash } from '../Crash';
import { fetchFontLater } from '../font';
import { lazyPart } from '../lazyPart';
import { Opening } from '../Opening';
import { useBrightness } from '../themeChoice';
import { authProvider } from './authProvider';
import { dataProvider } from './dataProvider';
import { Deferred } from './layout/Deferred';
import { ScreenSkeleton } from './layout/ScreenSkeleton';
import './layout/skeleton.css';
import { muiTheme } from './muiTheme';
import { newQueryClient, useRefetchWhenReached } from './queries';
import { hrefOf } from './screenManifest';
import { SCREENS } from './screens';
import { NotFoundScreen } from './shell/NotFoundScreen';
import { Shell } from './shell/Shell';

const ROUTES = SCREENS.map((screen) => ({ ...screen, Screen: lazyPart(screen.load) }));

/** @returns once the code of the screen has loaded; undefined where there is no such screen. */
export const screenReady = (path: string): Promise<void> | undefined =>
  ROUTES.find((route) => hrefOf(route) === path.replace(/\/$/, ''))?.Screen.ready();

const Frame = ({ children }: { children: ReactNode }) => (
  <Deferred until={<Opening />}>
    <Shell>{children}</Shell>
  </Deferred>
);

/** CoreAdmin is `<Admin>` without Material markup: the engine, and none of the look. */
export default function DashboardApp() {
  const [queryClient] = useState(newQueryClient);
  useRefetchWhenReached(queryClient);
  useEffect(fetchFontLater, []);
  return (
    <ThemeProvider theme={muiTheme[useBrightness()]}>
      <CssBaseline />
      <CoreAdmin
        basename="/dashboard"
        title="Pagecast"
        // routes.tsx admits only sessions, and checks them once.
        requireAuth={false}
        disableTelemetry
        loginPage={false}
        authProvider={authProvider}
        dataProvider={dataProvider}
        queryClient={queryClient}
        layout={Frame}
        loading={Opening}
        error={() => <Crash />}
        catchAll={NotFoundScreen}
      >
        {ROUTES.filter(({ isResource }) => isResource).map(({ path, Screen }) => (
          <Resource key={path} name={path} list={Screen} />
        ))}
        <CustomRoutes>
          {ROUTES.filter(({ isResource }) => !isResource).map(
            ({ path, Screen, Skeleton = ScreenSkeleton }) => (
              <Route
                key={path}
                path={`/${path}`}
                element={
                  <Suspense fallback={<Skeleton />}>
                    <Screen />
                  </Suspense>
                }
              />
            ),
          )}
        </CustomRoutes>
      </CoreAdmin>
    </ThemeProvider>
  );
}
