import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import { PERMISSIONS } from './ConfirmPermission';
import type { Permission } from './ConfirmPermission';
import type { AdminUser } from '../../../types';

interface PermissionsProps {
  user: AdminUser;
  ask: (permission: Permission) => void;
}

/** Switches change only after the server has confirmed. */
export function Permissions({ user, ask }: PermissionsProps) {
  return (
    <Stack sx={{ alignItems: 'flex-start' }}>
      {PERMISSIONS.map(({ permission, label }) => (
        <FormControlLabel
          key={permission}
          label={label}
          control={
            <Switch
              checked={user[permission] === 1}
              onChange={() => {
                ask(permission);
              }}
              slotProps={{ input: { 'aria-label': `${label}: ${user.name}` } }}
            />
          }
          slotProps={{ typography: { variant: 'body2' } }}
          sx={{ mr: 0, ml: -0.625, gap: 0.5 }}
        />
      ))}
    </Stack>
  );
}
