import { renderMail } from '../../ports/mail/mail-template';
import type { Mail } from '../../ports/mail/mailer';

export const resetLinkMail = (to: string, name: string, url: string): Mail =>
  renderMail({
    to,
    name,
    subject: 'Reset your Pagecast password',
    paragraphs: [
      'Somebody, probably you, asked for a new password for your Pagecast account. Choose one here:',
    ],
    button: { label: 'Choose a new password', url },
    notes: [
      'The link works once and for one hour.',
      'If you did not ask for this, you can leave this mail alone: your password stays as it is.',
    ],
  });
