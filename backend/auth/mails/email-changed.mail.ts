import { renderMail } from '../../ports/mail/mail-template';
import type { Mail } from '../../ports/mail/mailer';

/** Goes to the old address. Its reader need not learn the whole new one. */
export const emailChangedMail = (to: string, name: string, newEmail: string): Mail =>
  renderMail({
    to,
    name,
    subject: 'The email address of your Pagecast account was changed',
    paragraphs: [
      `Your Pagecast account has another email address since just now: ${masked(newEmail)}. You sign in with that one, and no more mail comes here. Every other device was signed out.`,
      'If this was not you, somebody knows your password. Tell the people who run your Pagecast at once: they can give you the account back.',
    ],
  });

export const emailChangedByAdminMail = (to: string, name: string, newEmail: string): Mail =>
  renderMail({
    to,
    name,
    subject: 'The email address of your Pagecast account was changed',
    paragraphs: [
      `An administrator has given your Pagecast account another email address: ${masked(newEmail)}. You sign in with that one, and no more mail comes here. Every device was signed out.`,
      'If you did not expect this, ask the people who run your Pagecast.',
    ],
  });

/** `a…@example.com` */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}…${email.slice(at)}`;
}
