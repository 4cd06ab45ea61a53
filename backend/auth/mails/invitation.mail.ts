import { renderMail } from '../../ports/mail/mail-template';
import type { Mail } from '../../ports/mail/mailer';

export const invitationMail = (to: string, name: string, url: string): Mail =>
  renderMail({
    to,
    name,
    subject: 'Your Pagecast account',
    paragraphs: [
      'An administrator has added you to Pagecast, where videos and photos are scheduled for Facebook Pages and Instagram. Choose a password to sign in:',
    ],
    button: { label: 'Choose a password', url },
    notes: [
      'The link works once and for seven days. After that, use "Forgot your password?" on the login page.',
      'If you do not know what this is about, you can leave this mail alone.',
    ],
  });
