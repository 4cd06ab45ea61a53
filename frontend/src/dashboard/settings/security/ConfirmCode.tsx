import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lazyPart';
import { FormDialog } from '../../layout/FormDialog';
import type { NewTwoFactor } from './calls';
import { CopyButton } from './CopyButton';
import { useSecurityMutation } from './useSecurityMutation';
import { confirmTwoFactor } from './calls';
import { TEXTS } from './texts';

const QrCode = lazyPart(() => import('./QrCode').then((part) => ({ default: part.QrCode })));

export const qrCodeReady = QrCode.ready;

const QR_SIDE = 224;

interface ConfirmCodeProps {
  totp: NewTwoFactor;
  close: () => void;
  next: (recoveryCodes: string[]) => void;
}

/** Shows the secret for the app, to scan or to type, and asks for its first code. */
export function ConfirmCode({ totp, close, next }: ConfirmCodeProps) {
  const [code, setCode] = useState('');
  const { send, busy, refusal, at } = useSecurityMutation({
    call: () => confirmTwoFactor(code),
    failed: TEXTS.turnOnFailed,
    fields: ['code'],
    then: ({ recovery_codes }) => {
      next(recovery_codes);
    },
  });
  return (
    <FormDialog
      title={TEXTS.addToApp}
      lead={
        <>
          Scan this code with your authenticator app, or enter the key. If the app is on this device,{' '}
          <Link href={totp.uri}>{TEXTS.openItWithTheKey}</Link>.
        </>
      }
      submit={TEXTS.turnOn}
      submitting={TEXTS.turningOn}
      busy={busy}
      refusal={refusal}
      close={close}
      send={() => {
        send(undefined);
      }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'center', minHeight: QR_SIDE }}>
        <Suspense fallback={null}>
          <QrCode text={totp.uri} label={TEXTS.qrCode} side={QR_SIDE} />
        </Suspense>
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          borderRadius: 1,
          bgcolor: 'sunken',
          pl: 2,
          pr: 1,
          py: 1,
        }}
      >
        <Typography
          component="code"
          aria-label={TEXTS.key}
          sx={{
            flex: 1,
            fontFamily: 'monospace',
            fontSize: 15,
            letterSpacing: '0.02em',
            overflowWrap: 'anywhere',
          }}
        >
          {inGroups(totp.secret)}
        </Typography>
        <CopyButton text={totp.secret} label={TEXTS.copyKey} />
      </Box>
      <TextField
        label="6-digit code"
        required
        autoFocus
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
        }}
        slotProps={{ inputLabel: { required: false }, htmlInput: { inputMode: 'numeric', maxLength: 64 } }}
        {...at('code', TEXTS.codeHint)}
      />
    </FormDialog>
  );
}

const inGroups = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ');
