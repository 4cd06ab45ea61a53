import { Link } from 'react-router';
import { isApiError, publicApi } from '../api';
import { signIn } from '../session';
import { closeToasts, toast } from '../toasts';
import { browserZone } from '../zone';
import { AuthPage } from './AuthPage';
import { Field } from './Field';
import { Reason } from './Reason';
import { useRegistration } from './useRegistration';
import { text, useSubmit } from './useSubmit';

export function Register() {
  return useRegistration() === 'open' ? <RegisterForm /> : <Closed />;
}

/** The browser may know zones that the server does not, and the form has no field for it. */
const isOnlyOfZone = (error: unknown) => isApiError(error) && Object.keys(error.errors).join() === 'timezone';

function Closed() {
  return (
    <AuthPage
      title="Registration is closed"
      lead="An administrator adds people here. Ask for an account; you then get a mail with a link to choose a password."
      footer={
        <>
          Already have an account? <Link to="/login">Sign in</Link>
        </>
      }
    />
  );
}

function RegisterForm() {
  const { busy, errors, reason, onSubmit } = useSubmit(
    async (form) => {
      const person = {
        name: text(form, 'name'),
        email: text(form, 'email'),
        password: text(form, 'password'),
        password_confirmation: text(form, 'password_confirmation'),
      };
      const signedIn = await publicApi
        .register({ ...person, timezone: browserZone() })
        .catch((error: unknown) => {
          if (!isOnlyOfZone(error)) throw error;
          return publicApi.register(person);
        });
      closeToasts();
      toast.success('Registration successful!');
      signIn(signedIn);
    },
    () => toast.error('Registration failed. Please try again.'),
  );

  return (
    <AuthPage
      title="Create your account"
      lead="Then connect your Facebook Page and upload your first video."
      footer={
        <>
          Already have an account? <Link to="/login">Sign in</Link>
        </>
      }
    >
      <form onSubmit={onSubmit}>
        <Field label="Full Name" name="name" autoComplete="name" errors={errors} autoFocus />
        <Field label="Email address" name="email" type="email" autoComplete="email" errors={errors} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters"
          errors={errors}
        />
        <Field
          label="Confirm Password"
          name="password_confirmation"
          type="password"
          autoComplete="new-password"
          errors={errors}
        />
        <button type="submit" className="button primary wide" disabled={busy}>
          {busy ? 'Creating account...' : 'Create account'}
        </button>
        <Reason text={reason} />
      </form>
    </AuthPage>
  );
}
