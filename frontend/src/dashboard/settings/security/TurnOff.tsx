import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { keepUser } from '../../../session';
import { FormDialog } from '../../layout/FormDialog';
import { PasswordField } from './PasswordField';
import { useSecurityMutation } from './useSecurityMutation';
import { stopTwoFactor } from './calls';

export function TurnOff({ close }: { close: () => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { send, busy, refusal, at } = useSecurityMutation({
    call: () => stopTwoFactor(password, code),
    done: 'Two-factor sign-in is off',
    failed: 'Failed to turn off two-factor sign-in',
    fields: ['password', 'code'],
    then(user) {
      keepUser(user);
      close();
    },
  });
  return (
    <FormDialog
      title="Turn off two-factor sign-in"
      lead="Your password alone will be enough to sign in, and your recovery codes will no longer work."
      submit="Turn off"
      submitting="Turning off..."
      busy={busy}
      refusal={refusal}
      close={close}
      send={() => {
        send(undefined);
      }}
    >
      <PasswordField value={password} change={setPassword} {...at('password')} />
      <TextField
        label="Code"
        required
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
        }}
        slotProps={{ inputLabel: { required: false }, htmlInput: { maxLength: 64 } }}
        {...at('code', 'From your authenticator app, or a recovery code.')}
      />
    </FormDialog>
  );
}
