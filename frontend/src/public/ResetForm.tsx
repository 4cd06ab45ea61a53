import { useState } from 'react';
import { Link } from 'react-router';
import { publicApi } from '../api';
import { toast } from '../toasts';
import { AuthPage } from './AuthPage';
import { Field } from './Field';
import { Reason } from './Reason';
import { text, useSubmit } from './useSubmit';

export function ResetForm({ email }: { email: string }) {
  const [sentTo, setSentTo] = useState<string>();
  const { busy, errors, reason, onSubmit } = useSubmit(
    async (form) => {
      const address = text(form, 'email');
      await publicApi.forgotPassword(address);
      setSentTo(address);
      toast.success('Password reset link sent to your email');
    },
    () => {
      setSentTo(undefined);
      toast.error('Failed to send reset link');
    },
  );

  return (
    <AuthPage
      title="Reset your password"
      lead="We send a link to your email address; with it you choose a new password."
      footer={<Link to="/login">Back to login</Link>}
    >
      <form onSubmit={onSubmit}>
        <Field
          label="Email address"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          errors={errors}
          autoFocus
        />
        <button type="submit" className="button primary wide" disabled={busy}>
          {busy ? 'Sending...' : 'Send Reset Link'}
        </button>
        <Reason text={reason} />
      </form>
      {sentTo && (
        <p className="auth-note" role="status">
          If {sentTo} has an account, the link is on its way. It works once, within an hour. Nothing there?
          Look into the spam folder.
        </p>
      )}
    </AuthPage>
  );
}
