import { useState } from 'react';
import { FormDialog } from '../../layout/FormDialog';
import { usePreload } from '../../layout/usePreload';
import type { NewTwoFactor } from './calls';
import { ConfirmCode, qrCodeReady } from './ConfirmCode';
import { recoveryCodesReady } from './NewRecoveryCodes';
import { PasswordField } from './PasswordField';
import { useSecurityMutation } from './useSecurityMutation';
import { startTwoFactor } from './calls';
import { TEXTS } from './texts';

interface TurnOnProps {
  close: () => void;
  /** Called even if it was closed, or its screen was left, before the answer. */
  turnedOn: (recoveryCodes: string[]) => void;
}

/** Password, then the app. */
export function TurnOn({ close, turnedOn }: TurnOnProps) {
  const [totp, setTotp] = useState<NewTwoFactor>();
  usePreload(qrCodeReady);
  usePreload(recoveryCodesReady);
  if (!totp) return <AskPassword close={close} next={setTotp} />;
  return <ConfirmCode totp={totp} close={close} next={turnedOn} />;
}

function AskPassword({ close, next }: { close: () => void; next: (totp: NewTwoFactor) => void }) {
  const [password, setPassword] = useState('');
  const { send, busy, refusal, at } = useSecurityMutation({
    call: () => startTwoFactor(password),
    failed: TEXTS.turnOnFailed,
    fields: ['password'],
    then: next,
  });
  return (
    <FormDialog
      title={TEXTS.turnOnTitle}
      lead={TEXTS.turnOnHint}
      submit={TEXTS.continue}
      submitting={TEXTS.checking}
      busy={busy}
      refusal={refusal}
      close={close}
      send={() => {
        send(undefined);
      }}
    >
      <PasswordField value={password} change={setPassword} {...at('password')} />
    </FormDialog>
  );
}
