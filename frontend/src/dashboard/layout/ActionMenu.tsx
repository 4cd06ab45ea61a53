import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ElementType } from 'react';

export interface Choice {
  text: string;
  icon?: ElementType;
  /** Absent: it cannot be done now. */
  act?: () => void;
}

interface ActionMenuProps {
  choices: readonly Choice[];
  anchor: HTMLElement;
  close: () => void;
}

/** Actions to choose from, inside the landmark of the screen. */
export function ActionMenu({ choices, anchor, close }: ActionMenuProps) {
  return (
    <Menu anchorEl={anchor} open onClose={close} container={() => document.getElementById('content')}>
      {choices.map(({ text, icon: Icon, act }) => (
        <MenuItem
          key={text}
          disabled={!act}
          onClick={() => {
            close();
            act?.();
          }}
        >
          {Icon && (
            <ListItemIcon>
              <Icon fontSize="small" />
            </ListItemIcon>
          )}
          {text}
        </MenuItem>
      ))}
    </Menu>
  );
}
