import { renderMail } from '../../ports/mail/mail-template';
import type { Mail } from '../../ports/mail/mailer';

/** `signedOut`: the devices that have to sign in again. */
export const passwordChangedMail = (
  to: string,
  name: string,
  publicUrl: string,
  signedOut: 'every device' | 'every other device',
): Mail =>
  renderMail({
    to,
    name,
    subject: 'Your Pagecast password was changed',
    paragraphs: [
      `The password of your Pagecast account was changed just now, and ${signedOut} was signed out. Sign in again with the new password.`,
      'If this was not you, use "Forgot your password?" on the login page at once to choose another one, and see to it that nobody else reads your mail.',
    ],
    button: { label: 'Go to the login page', url: `${publicUrl}/login` },
  });
