import { renderMail } from '../../ports/mail/mail-template';
import type { Mail } from '../../ports/mail/mailer';

interface Asked {
  /** Address of the administrator. */
  to: string;
  name: string;
  /** Address of the user who asks: a name can say anything. */
  from: string;
  plan: string;
  message: string | null;
  usersUrl: string;
}

export const planRequestedMail = ({ to, name, from, plan, message, usersUrl }: Asked): Mail =>
  renderMail({
    to,
    name,
    subject: `${from} asks for the plan ${plan}`,
    paragraphs: [`${from} asks for the plan ${plan}.`, ...(message ? [`They write: ${message}`] : [])],
    button: { label: 'Open users', url: usersUrl },
  });
