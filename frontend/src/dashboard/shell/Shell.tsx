import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { TOP_BAR } from '../../toastLane';
import { lazyPart } from '../../lazyPart';
import { Brand } from './Brand';
import { useLiveUpdates } from '../live/useLiveUpdates';
import { useFreshUser } from '../queries';
import { NewRecoveryCodes } from '../settings/security/NewRecoveryCodes';
import { Banners } from './banners/Banners';
import { LIVE_QUERIES } from './liveQueries';
import { NoticeBridge } from './NoticeBridge';
import { ScreenBoundary } from './ScreenBoundary';
import { ScreenSkeleton } from '../layout/ScreenSkeleton';
import { Sidebar } from './Sidebar';
import { LOW } from '../layout/sizes';
import { SkipLink } from './SkipLink';
import { OpenedPart } from '../layout/OpenedPart';
import { usePreload } from '../layout/usePreload';
import { useFocusOnScreen } from './useFocusOnScreen';
import { useSidebar } from './useSidebar';
import { TEXTS } from './texts';

const menuDrawer = () => import('./MenuDrawer');
const MenuDrawer = lazyPart(menuDrawer);

const SIDEBAR = { collapsed: 64, expanded: 256 };

export function Shell({ children }: { children?: ReactNode }) {
  useFreshUser('shell', TEXTS.userFailed);
  useLiveUpdates(LIVE_QUERIES);
  const wide = useMediaQuery('(min-width:900px)', { noSsr: true });
  const { expanded, toggle } = useSidebar();
  const { pathname } = useLocation();
  useFocusOnScreen(pathname);

  return (
    <Box sx={{ display: 'flex', minHeight: '100vh', flexDirection: wide ? 'row' : 'column' }}>
      <SkipLink />
      <NoticeBridge />
      <NewRecoveryCodes />
      {wide ? (
        <Box
          component="aside"
          aria-label={TEXTS.menu}
          sx={{
            width: expanded ? SIDEBAR.expanded : SIDEBAR.collapsed,
            flex: 'none',
            position: 'sticky',
            top: 0,
            zIndex: 'drawer',
            height: '100vh',
            bgcolor: 'background.paper',
            borderRight: 1,
            borderColor: 'divider',
            transition: 'width 180ms',
            overflow: 'hidden',
          }}
        >
          <Sidebar expanded={expanded} toggle={toggle} />
        </Box>
      ) : (
        // Keyed by path, so that navigation closes the menu.
        <SmallMenu key={pathname} />
      )}
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{
          flex: 1,
          minWidth: 0,
          px: { xs: 2, md: 4 },
          py: { xs: 2, md: 4 },
          [LOW]: { pt: 1.5 },
          outline: 'none',
        }}
      >
        <Box sx={{ position: 'relative', zIndex: 0, maxWidth: 1200, mx: 'auto' }}>
          <Banners />
          <ScreenBoundary key={pathname}>
            <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
          </ScreenBoundary>
        </Box>
      </Box>
    </Box>
  );
}

/** On small screens the sidebar slides over the content. */
function SmallMenu() {
  const [open, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  usePreload(menuDrawer);
  const close = () => {
    setOpen(false);
  };
  return (
    <Box
      component="header"
      className={TOP_BAR}
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        height: 56,
        [LOW]: { height: 44 },
        px: 1,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton
        aria-label={TEXTS.openMenu}
        aria-expanded={open}
        color="inherit"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <MenuIcon />
      </IconButton>
      <Brand />
      {wasOpened && (
        <OpenedPart
          close={() => {
            close();
            setOpened(false);
          }}
        >
          <MenuDrawer width={SIDEBAR.expanded} open={open} close={close} />
        </OpenedPart>
      )}
    </Box>
  );
}
