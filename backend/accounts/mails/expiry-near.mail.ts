import { renderMail } from '../../ports/mail/mail-template';
import type { Mail } from '../../ports/mail/mailer';

export const expiryNearMail = (
  to: string,
  name: string,
  network: string,
  days: number,
  settingsUrl: string,
): Mail =>
  renderMail({
    to,
    name,
    subject: `Your ${network} connection ends in ${days === 1 ? '1 day' : `${days} days`}`,
    paragraphs: [
      `The access token for ${network} expires in ${days === 1 ? '1 day' : `${days} days`}. After that nothing can be posted there.`,
      'Get a new token and save it in Settings; your items stay as they are.',
    ],
    button: { label: 'Open Settings', url: settingsUrl },
  });
