import CollapseIcon from '@mui/icons-material/MenuOpen';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { NavLink } from 'react-router';
import { useUser } from '../queries';
import { Account } from './Account';
import { Brand } from './Brand';
import { hrefOf, type ScreenManifest } from '../screenManifest';
import { ACTIONS, ADMIN_MENU, MAIN_MENU, visibleTo } from './menu';
import { TEXTS } from './texts';

interface SidebarProps {
  expanded: boolean;
  toggle: () => void;
  toggleLabel?: string;
}

export function Sidebar({ expanded, toggle, toggleLabel }: SidebarProps) {
  const user = useUser();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <Box
        sx={{
          display: 'flex',
          flexDirection: expanded ? 'row' : 'column',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          px: expanded ? 1.5 : 1,
          pl: expanded ? 2.5 : 1,
          py: 2,
        }}
      >
        <Brand short={!expanded} />
        <IconButton
          size="small"
          aria-label={toggleLabel ?? (expanded ? TEXTS.collapseMenu : TEXTS.expandMenu)}
          aria-expanded={toggleLabel ? undefined : expanded}
          onClick={toggle}
        >
          <CollapseIcon sx={{ transform: expanded ? 'none' : 'scaleX(-1)' }} />
        </IconButton>
      </Box>
      <Box
        component="nav"
        aria-label={TEXTS.main}
        // The menu scrolls; the account below stays visible.
        sx={{ flex: 1, minHeight: 0, overflow: 'hidden auto', px: expanded ? 1.5 : 1, py: 0.5 }}
      >
        <List disablePadding sx={{ mb: 1.5 }}>
          {ACTIONS.map((screen) => (
            <MenuItem key={screen.path} screen={screen} expanded={expanded} />
          ))}
        </List>
        <List disablePadding>
          {visibleTo(user, MAIN_MENU).map((screen) => (
            <MenuItem key={screen.path} screen={screen} expanded={expanded} />
          ))}
        </List>
        <AdminMenu expanded={expanded} />
      </Box>
      <Account expanded={expanded} />
    </Box>
  );
}

function AdminMenu({ expanded }: { expanded: boolean }) {
  const screens = visibleTo(useUser(), ADMIN_MENU);
  if (screens.length === 0) return null;
  return (
    <>
      <Divider sx={{ my: 1.5 }} />
      {expanded && (
        <Typography variant="body2" sx={{ color: 'text.secondary', px: 1.25, mb: 0.5 }}>
          {TEXTS.administration}
        </Typography>
      )}
      <List disablePadding aria-label={TEXTS.administration}>
        {screens.map((screen) => (
          <MenuItem key={screen.path} screen={screen} expanded={expanded} />
        ))}
      </List>
    </>
  );
}

function MenuItem({ screen, expanded }: { screen: ScreenManifest; expanded: boolean }) {
  const { label, icon: Icon } = screen;
  return (
    <ListItem disablePadding sx={{ mb: 0.5 }}>
      <Tooltip title={expanded ? '' : label} placement="right">
        <ListItemButton
          component={NavLink}
          to={hrefOf(screen)}
          end={screen.path === ''}
          aria-label={label}
          sx={screen.section === 'action' ? { ...itemStyle(expanded), ...FILLED } : itemStyle(expanded)}
        >
          <ListItemIcon sx={iconStyle}>
            <Icon fontSize="small" />
          </ListItemIcon>
          {expanded && <ListItemText primary={label} />}
        </ListItemButton>
      </Tooltip>
    </ListItem>
  );
}

/** Like the primary button of a screen. */
const FILLED = {
  '&, &.active': { bgcolor: 'tones.brandFill', color: 'tones.onBrand' },
  '&:hover, &.active:hover': { bgcolor: 'tones.brandFillHover' },
};

const iconStyle = { minWidth: 32, color: 'inherit' };

const itemStyle = (expanded: boolean) => ({
  borderRadius: 1,
  width: '100%',
  minHeight: 40,
  py: 0.5,
  px: 1.25,
  justifyContent: expanded ? 'flex-start' : 'center',
  color: 'text.secondary',
  '& .MuiListItemText-primary': { fontWeight: 600 },
  ...(!expanded && { '& .MuiListItemIcon-root': { minWidth: 0 } }),
  '&.active': { bgcolor: 'brandTint', color: 'primary.main' },
});
