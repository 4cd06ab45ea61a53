import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { useState } from 'react';
import { CoreAdmin, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router';
import { Crash } from '../Crash';
import { useBrightness } from '../theme';
import { authProvider } from './authProvider';
import { dataProvider } from './dataProvider';
import { Home } from './home/Home';
import { NotFoundScreen } from './layout/NotFoundScreen';
import { Shell } from './layout/Shell';
import { muiTheme } from './muiTheme';
import { newQueryClient } from './queries';
import { Settings } from './settings/Settings';
import { videos } from './videos';

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
        <Resource {...videos} />
        <CustomRoutes>
          <Route path="/settings" element={<Settings />} />
        </CustomRoutes>
      </CoreAdmin>
    </ThemeProvider>
  );
}
