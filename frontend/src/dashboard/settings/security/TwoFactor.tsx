import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { keepUser } from '../../../session';
import { Panel } from '../../layout/Panel';
import { useUser } from '../../queries';
import { RecoveryCodes } from './RecoveryCodes';
import { TurnOff } from './TurnOff';
import { TurnOn } from './TurnOn';
import { TEXTS } from './texts';

/** Turns two-factor sign-in on and off. */
export function TwoFactor() {
  const user = useUser();
  const [dialog, open] = useState<'on' | 'off'>();
  const [recoveryCodes, showCodes] = useState<string[]>();
  const isOn = user.two_factor === 1;
  const shown = recoveryCodes ? undefined : dialog;
  const close = () => {
    open(undefined);
    showCodes(undefined);
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
      {shown === 'on' && (
        <TurnOn
          close={close}
          turnedOn={(codes) => {
            showCodes(codes);
            keepUser({ ...user, two_factor: 1 });
          }}
        />
      )}
      {shown === 'off' && <TurnOff close={close} />}
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} close={close} />}
    </Panel>
  );
}
