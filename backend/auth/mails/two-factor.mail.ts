import { renderMail } from '../../ports/mail/mail-template';
import type { Mail } from '../../ports/mail/mailer';

interface Owner {
  email: string;
  name: string;
}

export const twoFactorOnMail = ({ email, name }: Owner): Mail =>
  renderMail({
    to: email,
    name,
    subject: 'Two-factor sign-in was turned on',
    paragraphs: [
      'From now on, signing in to your Pagecast account takes a code from your authenticator app as well as your password.',
      'Keep the recovery codes in a safe place: each of them stands for a code once.',
    ],
    notes: ['If this was not you, change your password at once and tell your administrator.'],
  });

export const twoFactorOffMail = ({ email, name }: Owner, byAdmin: boolean): Mail =>
  renderMail({
    to: email,
    name,
    subject: 'Two-factor sign-in was turned off',
    paragraphs: [
      `${byAdmin ? 'An administrator turned off two-factor sign-in' : 'Two-factor sign-in was turned off'} for your Pagecast account. Your password alone is enough to sign in now.`,
      'You can turn it on again under Settings, Security.',
    ],
    notes: ['If you did not expect this, change your password at once and tell your administrator.'],
  });

export const recoveryCodeUsedMail = ({ email, name }: Owner, left: number): Mail =>
  renderMail({
    to: email,
    name,
    subject: 'A recovery code was used',
    paragraphs: [
      `Somebody signed in to your Pagecast account with a recovery code. ${left === 1 ? '1 code is' : `${left} codes are`} left.`,
      'To get new ones, turn two-factor sign-in off and on again under Settings, Security.',
    ],
    notes: ['If this was not you, change your password at once and tell your administrator.'],
  });

export const codesGuessedMail = ({ email, name }: Owner, publicUrl: string): Mail =>
  renderMail({
    to: email,
    name,
    subject: 'Somebody tried to guess your sign-in code',
    paragraphs: [
      'Somebody who knows your password tried to sign in to your Pagecast account, and entered wrong codes several times.',
      'If this was not you, sign in and change your password at once under Settings, Security. Without your password nobody can try codes.',
    ],
    button: { label: 'Go to the login page', url: `${publicUrl}/login` },
    notes: [
      'We tell you this once a day at most.',
      'If codes of your app are refused with "Too many requests", use a recovery code, or sign in from where you signed in before.',
    ],
  });
