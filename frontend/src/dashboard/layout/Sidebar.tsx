import LogoutIcon from '@mui/icons-material/Logout';
import CollapseIcon from '@mui/icons-material/MenuOpen';
import Avatar from '@mui/material/Avatar';
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
import type { ElementType } from 'react';
import { useLogout } from 'react-admin';
import { NavLink } from 'react-router';
import { useUser } from '../queries';
import { Brand } from './Brand';
import { adminEntriesFor, entriesFor } from './entries';
import { ThemeSwitch } from './ThemeSwitch';

interface SidebarProps {
  expanded: boolean;
  toggle: () => void;
  toggleLabel?: string;
}

export function Sidebar({ expanded, toggle, toggleLabel }: SidebarProps) {
  const user = useUser();
  const logout = useLogout();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%', p: expanded ? 1.5 : 1 }}>
      <Box
        sx={{
          display: 'flex',
          flexDirection: expanded ? 'row' : 'column',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          pl: expanded ? 1 : 0,
          pt: 0.5,
          mb: 2,
        }}
      >
        <Brand short={!expanded} />
        <IconButton
          size="small"
          aria-label={toggleLabel ?? (expanded ? 'Collapse menu' : 'Expand menu')}
          aria-expanded={toggleLabel ? undefined : expanded}
          onClick={toggle}
        >
          <CollapseIcon sx={{ transform: expanded ? 'none' : 'scaleX(-1)' }} />
        </IconButton>
      </Box>
      <Box component="nav" aria-label="Main">
        <List disablePadding>
          {entriesFor(user).map(({ to, label, icon }) => (
            <Item key={to} to={to} label={label} icon={icon} expanded={expanded} />
          ))}
        </List>
        <AdminEntries expanded={expanded} />
      </Box>
      <Box sx={{ mt: 'auto', pt: 2 }}>
        <Box
          sx={{
            display: 'flex',
            flexDirection: expanded ? 'row' : 'column',
            alignItems: 'center',
            gap: 1,
            p: expanded ? 1 : 0,
            mb: 0.5,
          }}
        >
          <Tooltip title={expanded ? '' : user.name} placement="right">
            <Avatar
              aria-hidden="true"
              sx={{
                width: 32,
                height: 32,
                fontSize: 13,
                fontWeight: 600,
                bgcolor: 'brandTint',
                color: 'primary.main',
              }}
            >
              {initials(user.name)}
            </Avatar>
          </Tooltip>
          {expanded && (
            <Typography noWrap title={user.name} sx={{ flex: 1, fontWeight: 600 }}>
              {user.name}
            </Typography>
          )}
          <ThemeSwitch />
        </Box>
        <Tooltip title={expanded ? '' : 'Logout'} placement="right">
          <ListItemButton
            component="button"
            aria-label="Logout"
            sx={itemStyle(expanded)}
            onClick={() => void logout()}
          >
            <ListItemIcon sx={iconStyle}>
              <LogoutIcon fontSize="small" />
            </ListItemIcon>
            {expanded && <ListItemText primary="Logout" />}
          </ListItemButton>
        </Tooltip>
      </Box>
    </Box>
  );
}

function AdminEntries({ expanded }: { expanded: boolean }) {
  const entries = adminEntriesFor(useUser());
  if (entries.length === 0) return null;
  return (
    <>
      <Divider sx={{ my: 1.5 }} />
      {expanded && (
        <Typography variant="body2" sx={{ color: 'text.secondary', px: 1.25, mb: 0.5 }}>
          Administration
        </Typography>
      )}
      <List disablePadding aria-label="Administration">
        {entries.map(({ to, label, icon }) => (
          <Item key={to} to={to} label={label} icon={icon} expanded={expanded} />
        ))}
      </List>
    </>
  );
}

interface ItemProps {
  to: string;
  label: string;
  icon: ElementType;
  expanded: boolean;
}

function Item({ to, label, icon: Icon, expanded }: ItemProps) {
  return (
    <ListItem disablePadding sx={{ mb: 0.5 }}>
      <Tooltip title={expanded ? '' : label} placement="right">
        <ListItemButton
          component={NavLink}
          to={to}
          end={to === '/dashboard'}
          aria-label={label}
          sx={itemStyle(expanded)}
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

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase();
