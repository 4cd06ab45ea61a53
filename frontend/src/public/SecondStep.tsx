import { useState } from 'react';
import { isApiError, publicApi } from '../api';
import { toast } from '../toasts';
import type { SignedIn } from '../types';
import { AuthPage } from './AuthPage';
import { Field } from './Field';
import { Reason } from './Reason';
import { text, useSubmit } from './useSubmit';

interface SecondStepProps {
  challenge: string;
  enter: (signedIn: SignedIn) => void;
  /** Back to email and password. */
  startOver: () => void;
}

const APP = {
  lead: 'Enter the 6-digit code from your authenticator app',
  label: '6-digit code',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  other: 'Use a recovery code',
} as const;

const RECOVERY = {
  lead: 'Enter one of your recovery codes. Each of them works once.',
  label: 'Recovery code',
  inputMode: 'text',
  autoComplete: 'off',
  other: 'Use the authenticator app',
} as const;

type Way = typeof APP | typeof RECOVERY;

/** Asks for the code after a correct password. */
export function SecondStep(props: SecondStepProps) {
  const [way, setWay] = useState<Way>(APP);
  return (
    <CodeForm
      key={way.label}
      {...props}
      way={way}
      change={() => {
        setWay(way === APP ? RECOVERY : APP);
      }}
    />
  );
}

interface CodeFormProps extends SecondStepProps {
  way: Way;
  change: () => void;
}

function CodeForm({ challenge, enter, startOver, way, change }: CodeFormProps) {
  const { busy, errors, reason, onSubmit } = useSubmit(
    async (form) => {
      enter(await publicApi.secondFactor(challenge, text(form, 'code')));
    },
    (error) => {
      const refusal = isApiError(error) ? error : undefined;
      // Shown on the field.
      if (refusal?.errors.code) return;
      toast.error(refusal?.message ?? 'Failed to sign in. Please try again.');
      if (refusal?.status === 401) startOver();
    },
  );
  return (
    <AuthPage
      title="Two-factor sign-in"
      lead={way.lead}
      footer={
        <button type="button" className="link-button" onClick={startOver}>
          Back to login
        </button>
      }
    >
      <form onSubmit={onSubmit}>
        <Field
          label={way.label}
          name="code"
          inputMode={way.inputMode}
          autoComplete={way.autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          errors={errors}
          autoFocus
        />
        <button type="button" className="link-button field-aside" onClick={change}>
          {way.other}
        </button>
        <button type="submit" className="button primary wide" disabled={busy}>
          {busy ? 'Signing in...' : 'Sign in'}
        </button>
        <Reason text={reason} />
      </form>
    </AuthPage>
  );
}
