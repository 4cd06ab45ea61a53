import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import SystemIcon from '@mui/icons-material/SettingsBrightnessOutlined';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { chooseTheme, THEME_CHOICES, useThemeChoice } from '../../themeChoice';

const LOOKS = {
  light: { label: 'Light', Icon: LightIcon },
  dark: { label: 'Dark', Icon: DarkIcon },
  system: { label: 'System', Icon: SystemIcon },
};

export function ThemeSwitch() {
  const chosen = useThemeChoice();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { label, Icon } = LOOKS[chosen];
  return (
    <>
      <IconButton
        size="small"
        aria-label={`Theme: ${label}`}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => {
          setAnchor(event.currentTarget);
        }}
      >
        <Icon fontSize="small" />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
        disablePortal
        onClose={() => {
          setAnchor(null);
        }}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        {THEME_CHOICES.map((choice) => {
          const { label: name, Icon: Mark } = LOOKS[choice];
          return (
            <MenuItem
              key={choice}
              role="menuitemradio"
              aria-checked={choice === chosen}
              selected={choice === chosen}
              onClick={() => {
                chooseTheme(choice);
                setAnchor(null);
              }}
            >
              <ListItemIcon>
                <Mark fontSize="small" />
              </ListItemIcon>
              {name}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
