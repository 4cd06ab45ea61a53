import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { keepUser } from '../../../session';
import { Panel } from '../../layout/Panel';
import { useUser } from '../../queries';
import { TurnOff } from './TurnOff';
import { TurnOn } from './TurnOn';

/** Whether signing in takes a code as well, and the way to change that. */
export function TwoFactor() {
  const user = useUser();
  const [dialog, open] = useState<'on' | 'off'>();
  const isOn = user.two_factor === 1;
  const close = () => {
    open(undefined);
  };
  return (
    <Panel
      title="Two-factor sign-in"
      level="h3"
      aside={
        <Chip
          size="small"
          variant="outlined"
          color={isOn ? 'primary' : 'default'}
          label={isOn ? 'On' : 'Off'}
        />
      }
    >
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>
        {isOn
          ? 'Signing in takes your password and a code from your authenticator app.'
          : 'With it, signing in takes a code from an app on your phone as well: a stolen password alone opens nothing.'}
      </Typography>
      <Button
        variant="outlined"
        color={isOn ? 'inherit' : 'primary'}
        onClick={() => {
          open(isOn ? 'off' : 'on');
        }}
      >
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
      {dialog === 'on' && (
        <TurnOn
          close={close}
          turnedOn={() => {
            keepUser({ ...user, two_factor: 1 });
          }}
        />
      )}
      {dialog === 'off' && <TurnOff close={close} />}
    </Panel>
  );
}
