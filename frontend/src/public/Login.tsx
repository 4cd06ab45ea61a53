import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { isApiError, publicApi, type ApiError } from '../api';
import { signIn, useSession } from '../session';
import type { SignedIn } from '../types';
import { closeToasts, toast } from '../toasts';
import { AuthPage } from './AuthPage';
import { Field } from './Field';
import { Reason } from './Reason';
import { ResetForm } from './ResetForm';
import { SecondStep } from './SecondStep';
import { useRegistration } from './useRegistration';
import { text, useSubmit } from './useSubmit';

/** Hash of the reset form, so that it can be linked and the back button works. */
const FORGOT = '#forgot';
const INVALID = 'Invalid credentials';

export function Login() {
  const [email, setEmail] = useState('');
  const [challenge, setChallenge] = useState<string>();
  // Public pages redirect signed-in users.
  const enter = (signedIn: SignedIn) => {
    closeToasts();
    toast.success('Login successful!');
    signIn(signedIn);
  };
  if (useLocation().hash === FORGOT) return <ResetForm email={email} />;
  return challenge === undefined ? (
    <LoginForm email={email} keepEmail={setEmail} enter={enter} ask={setChallenge} />
  ) : (
    <SecondStep
      challenge={challenge}
      enter={enter}
      startOver={() => {
        setChallenge(undefined);
      }}
    />
  );
}

interface LoginFormProps {
  email: string;
  keepEmail: (email: string) => void;
  enter: (signedIn: SignedIn) => void;
  /** The password was correct; a code is required. */
  ask: (challenge: string) => void;
}

function LoginForm({ email, keepEmail, enter, ask }: LoginFormProps) {
  const navigate = useNavigate();
  const { ended } = useSession();
  const isOpen = useRegistration() === 'open';
  const { isRefused, password, sent, typed, refuse } = useRefusedPassword();
  const { busy, errors, reason, onSubmit } = useSubmit(
    async (form) => {
      sent();
      enter(await publicApi.login(text(form, 'email'), text(form, 'password')));
    },
    (error) => {
      if (isApiError(error) && error.challenge !== undefined) ask(error.challenge);
      else if (isApiError(error) && isNotJudged(error)) toast.error(error.message);
      else if (isApiError(error) && error.status === 401) refuse();
      else toast.error(INVALID);
    },
  );

  return (
    <AuthPage
      title="Sign in"
      lead="See what goes out next, and what went out."
      footer={
        isOpen && (
          <>
            New to Pagecast? <Link to="/register">Create an account</Link>
          </>
        )
      }
    >
      {ended && (
        <p className="auth-note above" role="status">
          You were signed out. Sign in to continue.
        </p>
      )}
      <form onSubmit={onSubmit} onInput={typed}>
        <Field
          label="Email address"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          onChange={(event) => {
            keepEmail(event.target.value);
          }}
          errors={errors}
          autoFocus
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          errors={isRefused ? { password: [INVALID] } : errors}
          ref={password}
        />
        <button
          type="button"
          className="link-button field-aside"
          onClick={() => {
            void navigate(FORGOT);
          }}
        >
          Forgot your password?
        </button>
        <button type="submit" className="button primary wide" disabled={busy}>
          {busy ? 'Signing in...' : 'Sign in'}
        </button>
        <Reason text={reason} />
      </form>
    </AuthPage>
  );
}

/** Unreachable or rate-limited: the server's message is shown, since the credentials may be correct. */
const isNotJudged = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500;

/**
 * Wrong credentials: a toast and, until somebody types again, a sentence at the password, which is selected.
 * Whoever has typed on meanwhile is not interrupted.
 */
function useRefusedPassword() {
  const [isRefused, setRefused] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const typedOn = useRef(false);
  useEffect(() => {
    if (isRefused) password.current?.select();
  }, [isRefused]);
  return {
    isRefused,
    password,
    sent: () => {
      typedOn.current = false;
      setRefused(false);
    },
    typed: () => {
      typedOn.current = true;
      setRefused(false);
    },
    refuse: () => {
      toast.error(INVALID, { isSaidElsewhere: !typedOn.current });
      setRefused(!typedOn.current);
    },
  };
}
