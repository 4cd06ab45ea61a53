import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { isApiError, publicApi } from '../api';
import { signIn } from '../session';
import { toast } from '../toasts';
import { AuthPage } from './AuthPage';
import { Field } from './Field';
import { ResetForm } from './ResetForm';
import { text, useSubmit } from './useSubmit';

/** Where the login shows its reset form; linked to from elsewhere, and the way back is the browser's too. */
const FORGOT = '#forgot';

export function Login() {
  const [email, setEmail] = useState('');
  return useLocation().hash === FORGOT ? (
    <ResetForm email={email} />
  ) : (
    <LoginForm email={email} keepEmail={setEmail} />
  );
}

function LoginForm({ email, keepEmail }: { email: string; keepEmail: (email: string) => void }) {
  const navigate = useNavigate();
  const { busy, errors, onSubmit } = useSubmit(async (form) => {
    const signedIn = await publicApi.login(text(form, 'email'), text(form, 'password'));
    toast.success('Login successful!');
    signIn(signedIn);
    await navigate('/');
  }, tellRefusal);

  return (
    <AuthPage
      title="Sign in"
      lead="See what goes out next, and what went out."
      footer={
        <>
          New to Pagecast? <Link to="/register">Create an account</Link>
        </>
      }
    >
      <form onSubmit={onSubmit}>
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
          errors={errors}
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
      </form>
    </AuthPage>
  );
}

/** A server that is away or asks to wait says so: those credentials may well be right. */
function tellRefusal(error: unknown) {
  const notJudged = isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500);
  toast.error(notJudged ? error.message : 'Invalid credentials');
}
