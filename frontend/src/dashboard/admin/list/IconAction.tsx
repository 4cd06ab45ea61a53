import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ElementType } from 'react';

interface IconActionProps {
  /** Includes the record's name, for screen readers. */
  name: string;
  icon: ElementType;
  act: () => void;
}

export function IconAction({ name, icon: Icon, act }: IconActionProps) {
  return (
    <Tooltip title={name}>
      <IconButton size="small" aria-label={name} onClick={act}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
