import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { keepUser } from '../../../session';
import { FormDialog } from '../../layout/FormDialog';
import { PasswordField } from './PasswordField';
import { useSecurityMutation } from './useSecurityMutation';
import { stopTwoFactor } from './calls';
import { TEXTS } from './texts';

export function TurnOff({ close }: { close: () => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { send, busy, refusal, at } = useSecurityMutation({
    call: () => stopTwoFactor(password, code),
    done: TEXTS.turnedOff,
    failed: TEXTS.turnOffFailed,
    fields: ['password', 'code'],
    then: keepUser,
    close,
  });
  return (
    <FormDialog
      title={TEXTS.turnOffTitle}
      lead={TEXTS.turnOffHint}
      submit={TEXTS.turnOff}
      submitting={TEXTS.turningOff}
      busy={busy}
      refusal={refusal}
      close={close}
      send={() => {
        send(undefined);
      }}
    >
      <PasswordField value={password} change={setPassword} {...at('password')} />
      <TextField
        label={TEXTS.code}
        required
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
        }}
        slotProps={{ inputLabel: { required: false }, htmlInput: { maxLength: 64 } }}
        {...at('code', TEXTS.codeOrRecoveryHint)}
      />
    </FormDialog>
  );
}
