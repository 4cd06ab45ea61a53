import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeUser } from '../../../session';
import { Panel } from '../../layout/Panel';
import { useUser } from '../../queries';
import { showRecoveryCodes } from './useNewRecoveryCodes';
import { TurnOff } from './TurnOff';
import { TurnOn } from './TurnOn';
import { TEXTS } from './texts';

/** Turns two-factor sign-in on and off. */
export function TwoFactor() {
  const user = useUser();
  const [dialog, open] = useState<'on' | 'off'>();
  const client = useQueryClient();
  const isOn = user.two_factor === 1;
  const close = () => {
    open(undefined);
  };
  return (
    <Panel
      title={TEXTS.twoFactorSignIn}
      level="h3"
      aside={
        <Chip
          size="small"
          variant="outlined"
          color={isOn ? 'primary' : 'default'}
          label={isOn ? TEXTS.on : TEXTS.off}
        />
      }
    >
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>
        {isOn ? TEXTS.twoFactorOnHint : TEXTS.twoFactorOffHint}
      </Typography>
      <Button
        variant="outlined"
        color={isOn ? 'inherit' : 'primary'}
        onClick={() => {
          open(isOn ? 'off' : 'on');
        }}
      >
        {isOn ? TEXTS.turnOff : TEXTS.turnOn}
      </Button>
      {dialog === 'on' && (
        <TurnOn
          close={close}
          turnedOn={(codes) => {
            close();
            showRecoveryCodes(client, codes);
            changeUser({ two_factor: 1 });
          }}
        />
      )}
      {dialog === 'off' && <TurnOff close={close} />}
    </Panel>
  );
}
