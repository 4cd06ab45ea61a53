import { publicApi } from '../api';
import { toast } from '../toasts';
import { AuthPage } from './AuthPage';
import { Field } from './Field';
import { text, useSubmit } from './useSubmit';

export function ResetForm({ back }: { back: () => void }) {
  const { busy, errors, onSubmit } = useSubmit(
    async (form) => {
      await publicApi.forgotPassword(text(form, 'email'));
      toast.success('Password reset link sent to your email');
    },
    () => toast.error('Failed to send reset link'),
  );

  return (
    <AuthPage
      title="Reset your password"
      lead="We send a link to your email address; with it you choose a new password."
      footer={
        <button type="button" className="link-button" onClick={back}>
          Back to login
        </button>
      }
    >
      <form onSubmit={onSubmit}>
        <Field
          label="Email address"
          name="email"
          type="email"
          autoComplete="username"
          errors={errors}
          autoFocus
        />
        <button type="submit" className="button primary wide" disabled={busy}>
          {busy ? 'Sending...' : 'Send Reset Link'}
        </button>
      </form>
    </AuthPage>
  );
}
