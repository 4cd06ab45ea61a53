import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { CoreAdmin, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router';
import type { PostList } from '../../../backend/publishing/formats/formats';
import { LISTS, slugOf } from '../../../backend/publishing/formats/lists';
import { Crash } from '../Crash';
import { Opening } from '../Opening';
import { fetchFontLater } from '../font';
import { useBrightness } from '../themeChoice';
import { authProvider } from './authProvider';
import { dataProvider } from './dataProvider';
import { HomeSkeleton } from './home/HomeSkeleton';
import { Deferred } from './layout/Deferred';
import { NotFoundScreen } from './shell/NotFoundScreen';
import { Shell } from './shell/Shell';
import './layout/skeleton.css';
import { muiTheme } from './muiTheme';
import { mediaOf } from './posts/texts';
import { newQueryClient } from './queries';
import { lazyPart } from '../lazyPart';

const POSTS = {
  video: lazyPart(() => import('./videos/Videos')),
  image: lazyPart(() => import('./photos/Photos')),
};

function postsOf(list: PostList) {
  const Posts = POSTS[mediaOf(list)];
  return Object.assign(() => <Posts list={list} />, { ready: Posts.ready });
}

/** Each screen's own code comes when it is opened. By what follows /dashboard/. */
const RESOURCES = {
  ...Object.fromEntries(LISTS.map((list) => [slugOf(list), postsOf(list)])),
  captions: lazyPart(() => import('./captions/Captions')),
  'shared-videos': lazyPart(() => import('./shared-videos/SharedVideos')),
  categories: lazyPart(() => import('./categories/Categories')),
  'admin/users': lazyPart(() => import('./admin/users/Users')),
  'admin/plans': lazyPart(() => import('./admin/plans/Plans')),
  'admin/subscriptions': lazyPart(() => import('./admin/subscriptions/Subscriptions')),
  'admin/publications': lazyPart(() => import('./admin/publications/Publications')),
  'admin/activity': lazyPart(() => import('./admin/activity/ActivityLog')),
};
const Home = lazyPart(() => import('./home/Home'));
const Calendar = lazyPart(() => import('./calendar/Calendar'));
const Settings = lazyPart(() => import('./settings/Settings'));

const SCREENS = new Map<string, { ready: () => Promise<void> }>([
  ...Object.entries(RESOURCES),
  ['', Home],
  ['calendar', Calendar],
  ['settings', Settings],
]);

/** @returns once the code of the screen has come, if there is a screen. */
export const screenReady = (path: string): Promise<void> | undefined =>
  SCREENS.get(path.replace(/^\/dashboard\/?|\/$/g, ''))?.ready();

const Frame = ({ children }: { children: ReactNode }) => (
  <Deferred until={<Opening />}>
    <Shell>{children}</Shell>
  </Deferred>
);

/** CoreAdmin is `<Admin>` without Material markup: the engine, and none of the look. */
export default function DashboardApp() {
  const [queryClient] = useState(newQueryClient);
  useEffect(fetchFontLater, []);
  return (
    <ThemeProvider theme={muiTheme[useBrightness()]}>
      <CssBaseline />
      <CoreAdmin
        basename="/dashboard"
        title="Pagecast"
        // routes.tsx lets nobody in without a session, and asks about it only once.
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
        {Object.entries(RESOURCES).map(([name, list]) => (
          <Resource key={name} name={name} list={list} />
        ))}
        <CustomRoutes>
          <Route
            path="/"
            element={
              <Suspense fallback={<HomeSkeleton />}>
                <Home />
              </Suspense>
            }
          />
          <Route path="/calendar" element={<Calendar />} />
          <Route path="/settings" element={<Settings />} />
        </CustomRoutes>
      </CoreAdmin>
    </ThemeProvider>
  );
}
