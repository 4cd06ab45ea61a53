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
import type { ElementType } from 'react';
import { NavLink } from 'react-router';
import { useUser } from '../queries';
import { Account } from './Account';
import { Brand } from './Brand';
import { adminEntriesFor, entriesFor } from './navigation';

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
          aria-label={toggleLabel ?? (expanded ? 'Collapse menu' : 'Expand menu')}
          aria-expanded={toggleLabel ? undefined : expanded}
          onClick={toggle}
        >
          <CollapseIcon sx={{ transform: expanded ? 'none' : 'scaleX(-1)' }} />
        </IconButton>
      </Box>
      <Box
        component="nav"
        aria-label="Main"
        // What does not fit scrolls; the account below stays in reach.
        sx={{ flex: 1, minHeight: 0, overflow: 'hidden auto', px: expanded ? 1.5 : 1, py: 0.5 }}
      >
        <List disablePadding>
          {entriesFor(user).map(({ to, label, icon }) => (
            <Item key={to} to={to} label={label} icon={icon} expanded={expanded} />
          ))}
        </List>
        <AdminEntries expanded={expanded} />
      </Box>
      <Account expanded={expanded} />
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
