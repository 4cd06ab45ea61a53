import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { useEffect, useState, type ReactNode } from 'react';
import { CoreAdmin, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router';
import { Crash } from '../Crash';
import { Opening } from '../Opening';
import { fetchFontLater } from '../font';
import { useBrightness } from '../themeChoice';
import { authProvider } from './authProvider';
import { dataProvider } from './dataProvider';
import { Home } from './home/Home';
import { Later } from './layout/Later';
import { NotFoundScreen } from './layout/NotFoundScreen';
import { Shell } from './layout/Shell';
import './layout/skeleton.css';
import { muiTheme } from './muiTheme';
import { newQueryClient } from './queries';
import { lazyPart } from '../lazyPart';

// Each screen's own code comes when it is opened.
const ActivityLog = lazyPart(() => import('./admin/ActivityLog'));
const AdminPlans = lazyPart(() => import('./admin/Plans'));
const AdminSubscriptions = lazyPart(() => import('./admin/Subscriptions'));
const Calendar = lazyPart(() => import('./calendar/Calendar'));
const Captions = lazyPart(() => import('./captions/Captions'));
const Categories = lazyPart(() => import('./categories/Categories'));
const InstagramVideos = lazyPart(() => import('./instagram-videos/InstagramVideos'));
const Photos = lazyPart(() => import('./photos/Photos'));
const Publications = lazyPart(() => import('./admin/Publications'));
const Settings = lazyPart(() => import('./settings/Settings'));
const SharedVideos = lazyPart(() => import('./shared-videos/SharedVideos'));
const Users = lazyPart(() => import('./admin/Users'));
const Videos = lazyPart(() => import('./videos/Videos'));

const Frame = ({ children }: { children: ReactNode }) => (
  <Later until={<Opening />}>
    <Shell>{children}</Shell>
  </Later>
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
        <Resource name="videos" list={Videos} />
        <Resource name="instagram-videos" list={InstagramVideos} />
        <Resource name="photos" list={Photos} />
        <Resource name="captions" list={Captions} />
        <Resource name="shared-videos" list={SharedVideos} />
        <Resource name="categories" list={Categories} />
        <Resource name="admin/users" list={Users} />
        <Resource name="admin/plans" list={AdminPlans} />
        <Resource name="admin/subscriptions" list={AdminSubscriptions} />
        <Resource name="admin/publications" list={Publications} />
        <Resource name="admin/activity" list={ActivityLog} />
        <CustomRoutes>
          <Route path="/" element={<Home />} />
          <Route path="/calendar" element={<Calendar />} />
          <Route path="/settings" element={<Settings />} />
        </CustomRoutes>
      </CoreAdmin>
    </ThemeProvider>
  );
}
