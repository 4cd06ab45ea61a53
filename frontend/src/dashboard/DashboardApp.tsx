import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { lazy, useState } from 'react';
import { CoreAdmin, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router';
import { Crash } from '../Crash';
import { useBrightness } from '../themeChoice';
import { authProvider } from './authProvider';
import { dataProvider } from './dataProvider';
import { Home } from './home/Home';
import { NotFoundScreen } from './layout/NotFoundScreen';
import { Shell } from './layout/Shell';
import { muiTheme } from './muiTheme';
import { newQueryClient } from './queries';

// Each screen's own code comes when it is opened.
const AdminPlans = lazy(() => import('./admin/Plans'));
const AdminSubscriptions = lazy(() => import('./admin/Subscriptions'));
const Calendar = lazy(() => import('./calendar/Calendar'));
const Captions = lazy(() => import('./captions/Captions'));
const Categories = lazy(() => import('./categories/Categories'));
const InstagramVideos = lazy(() => import('./instagram-videos/InstagramVideos'));
const Photos = lazy(() => import('./photos/Photos'));
const Publications = lazy(() => import('./admin/Publications'));
const Settings = lazy(() => import('./settings/Settings'));
const SharedVideos = lazy(() => import('./shared-videos/SharedVideos'));
const Users = lazy(() => import('./admin/Users'));
const Videos = lazy(() => import('./videos/Videos'));

const Opening = () => <p className="opening">Opening your dashboard…</p>;

/** CoreAdmin is `<Admin>` without Material markup: the engine, and none of the look. */
export default function DashboardApp() {
  const [queryClient] = useState(newQueryClient);
  return (
    <ThemeProvider theme={muiTheme[useBrightness()]}>
      <CssBaseline />
      <CoreAdmin
        basename="/dashboard"
        title="Pagecast"
        requireAuth
        disableTelemetry
        loginPage={false}
        authProvider={authProvider}
        dataProvider={dataProvider}
        queryClient={queryClient}
        dashboard={Home}
        layout={Shell}
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
        <CustomRoutes>
          <Route path="/calendar" element={<Calendar />} />
          <Route path="/settings" element={<Settings />} />
        </CustomRoutes>
      </CoreAdmin>
    </ThemeProvider>
  );
}
