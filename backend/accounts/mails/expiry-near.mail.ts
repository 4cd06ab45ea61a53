import { renderMail } from '../../ports/mail/mail-template';
import type { Mail } from '../../ports/mail/mailer';

/** What ends: the token itself, or Meta's permission to use the data of the person who granted it. */
export type Ending = 'token' | 'data access';

interface NearEnd {
  ending: Ending;
  /** As the subject names the accounts. */
  short: string;
  /** Each account by its name. */
  full: string;
  days: number;
}

export function expiryNearMail(
  to: string,
  name: string,
  { ending, short, full, days }: NearEnd,
  settingsUrl: string,
): Mail {
  const left = days === 1 ? '1 day' : `${days} days`;
  const texts = {
    token: {
      subject: `Your ${short} connection ends in ${left}`,
      paragraphs: [
        `The access token for ${full} expires in ${left}. After that nothing can be posted there.`,
        'Get a new token and save it in Settings; your items stay as they are.',
      ],
    },
    'data access': {
      subject: `Your ${short} data access ends in ${left}`,
      paragraphs: [
        `Meta lets Pagecast use your data for ${full} for ${left} more. After that posts there can fail.`,
        'Connect again in Settings; your items stay as they are.',
      ],
    },
  };
  return renderMail({
    to,
    name,
    ...texts[ending],
    button: { label: 'Open Settings', url: settingsUrl },
  });
}
