import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import LogoutIcon from '@mui/icons-material/Logout';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import SystemIcon from '@mui/icons-material/SettingsBrightnessOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useLogout } from 'react-admin';
import { Link } from 'react-router';
import { chooseTheme, THEME_CHOICES, useThemeChoice } from '../../themeChoice';
import { useUser } from '../queries';

const THEMES = {
  light: { label: 'Light', Icon: LightIcon },
  dark: { label: 'Dark', Icon: DarkIcon },
  system: { label: 'System', Icon: SystemIcon },
};

interface AccountMenuProps {
  anchor: HTMLElement | null;
  close: () => void;
}

export function AccountMenu({ anchor, close }: AccountMenuProps) {
  const { name, email } = useUser();
  return (
    <Popover
      open={Boolean(anchor)}
      anchorEl={anchor}
      onClose={close}
      // Within the menu's landmark.
      disablePortal
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { sx: { width: 240, mt: -0.5, border: 1, borderColor: 'divider' } },
        transition: { onEntering: focusChosen },
      }}
    >
      <Box sx={{ px: 2, pt: 1.5, pb: 1 }}>
        <Typography noWrap sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Typography variant="body2" noWrap title={email} sx={{ color: 'text.secondary' }}>
          {email}
        </Typography>
      </Box>
      <Divider />
      <Items close={close} />
    </Popover>
  );
}

/** The list's own way to do that fails from the second time on. */
const focusChosen = (menu: HTMLElement) => {
  menu.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
};

function Items({ close }: { close: () => void }) {
  const logout = useLogout();
  const chosen = useThemeChoice();
  return (
    <MenuList
      aria-label="Account"
      onKeyDown={(event) => {
        if (event.key === 'Tab') close();
      }}
    >
      {THEME_CHOICES.map((choice) => {
        const { label, Icon } = THEMES[choice];
        return (
          <MenuItem
            key={choice}
            role="menuitemradio"
            aria-checked={choice === chosen}
            aria-label={`${label} theme`}
            selected={choice === chosen}
            onClick={() => {
              chooseTheme(choice);
              close();
            }}
          >
            <ListItemIcon>
              <Icon fontSize="small" />
            </ListItemIcon>
            {label} theme
          </MenuItem>
        );
      })}
      <Divider component="li" />
      <MenuItem component={Link} to="/dashboard/settings" onClick={close}>
        <ListItemIcon>
          <SettingsIcon fontSize="small" />
        </ListItemIcon>
        Settings
      </MenuItem>
      <MenuItem onClick={() => void logout()}>
        <ListItemIcon>
          <LogoutIcon fontSize="small" />
        </ListItemIcon>
        Log out
      </MenuItem>
    </MenuList>
  );
}
