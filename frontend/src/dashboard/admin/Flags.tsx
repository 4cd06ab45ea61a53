import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import { FLAGS } from './FlagQuestion';
import type { Flag } from './FlagQuestion';
import type { AdminUser } from './records';

interface FlagsProps {
  user: AdminUser;
  ask: (flag: Flag) => void;
}

/** The switches move when the answer is there, not when they are touched. */
export function Flags({ user, ask }: FlagsProps) {
  return (
    <Stack sx={{ alignItems: 'flex-start' }}>
      {FLAGS.map(({ flag, label }) => (
        <FormControlLabel
          key={flag}
          label={label}
          control={
            <Switch
              checked={user[flag] === 1}
              onChange={() => {
                ask(flag);
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
