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
import { TEXTS } from './texts';

const THEMES = {
  light: { label: TEXTS.light, Icon: LightIcon },
  dark: { label: TEXTS.dark, Icon: DarkIcon },
  system: { label: TEXTS.system, Icon: SystemIcon },
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
      // Stays within the menu's landmark.
      disablePortal
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { sx: { width: 240, mt: -0.5, border: 1, borderColor: 'divider' } },
        transition: { onEntering: focusChosen },
      }}
    >
      <Box sx={{ px: 2, pt: 1.5, pb: 1 }}>
        <Typography noWrap dir="auto" sx={{ fontWeight: 600 }}>
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

/** MUI's own autofocus fails from the second opening on. */
const focusChosen = (menu: HTMLElement) => {
  menu.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
};

function Items({ close }: { close: () => void }) {
  const logout = useLogout();
  const chosen = useThemeChoice();
  return (
    <MenuList
      aria-label={TEXTS.account}
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
            aria-label={TEXTS.theme(label)}
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
        {TEXTS.logout}
      </MenuItem>
    </MenuList>
  );
}
