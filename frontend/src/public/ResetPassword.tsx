import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { isApiError, isTokenRefused, publicApi, reasonOf } from '../api';
import { currentSession, signOut } from '../session';
import { toast } from '../toasts';
import { AuthPage } from './AuthPage';
import { Field } from './Field';
import { Reason } from './Reason';
import { text, useSubmit } from './useSubmit';

/** Target of the link in the mail: `/reset-password#token=...`. */
export function ResetPassword() {
  const token = useTokenOfLink();
  const [refused, setRefused] = useState<{ token: string; why: string }>();
  if (!token)
    return <NoGoodLink why="The link is not complete. Open it from the mail again, or get a new one." />;
  if (refused?.token === token) return <NoGoodLink why={refused.why} />;
  return (
    <NewPassword
      token={token}
      refuse={(why) => {
        setRefused({ token, why });
      }}
    />
  );
}

function NewPassword({ token, refuse }: { token: string; refuse: (why: string) => void }) {
  const navigate = useNavigate();
  const { busy, errors, reason, onSubmit } = useSubmit(
    async (form) => {
      const { message } = await publicApi.resetPassword({
        token,
        password: text(form, 'password'),
        password_confirmation: text(form, 'password_confirmation'),
      });
      // The server closed every session of the account, which may be another one than that of this browser.
      if (!currentSession().token || (await isTokenRefused())) signOut();
      toast.success(message);
      await navigate('/login', { replace: true });
    },
    (error) => {
      const why = isApiError(error) ? error.errors.token?.[0] : undefined;
      if (why) refuse(why);
      else toast.error(reasonOf(error) ?? 'Failed to change your password. Please try again.');
    },
  );

  return (
    <AuthPage
      title="Choose a new password"
      lead="You will be signed out everywhere, and sign in with the new one."
      footer={<Link to="/login">Back to login</Link>}
    >
      <form onSubmit={onSubmit}>
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters"
          errors={errors}
          autoFocus
        />
        <Field
          label="Confirm new password"
          name="password_confirmation"
          type="password"
          autoComplete="new-password"
          errors={errors}
        />
        <button type="submit" className="button primary wide" disabled={busy}>
          {busy ? 'Saving...' : 'Change password'}
        </button>
        <Reason text={reason} />
      </form>
    </AuthPage>
  );
}

function NoGoodLink({ why }: { why: string }) {
  return (
    <AuthPage title="This link does not work" lead={why} footer={<Link to="/login">Back to login</Link>}>
      <Link className="button primary wide" to="/login#forgot">
        Get a new link
      </Link>
    </AuthPage>
  );
}

/** Read once and removed from the address bar and history. */
function useTokenOfLink(): string | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const inAddress = tokenIn(hash);
  const [token, setToken] = useState(inAddress);
  useEffect(() => {
    if (inAddress === null) return;
    setToken(inAddress);
    void navigate(pathname, { replace: true });
  }, [inAddress, pathname, navigate]);
  return token;
}

const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('token');
