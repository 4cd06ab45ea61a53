import { renderMail } from '../../ports/mail/mail-template';
import type { Mail } from '../../ports/mail/mailer';

export const planGrantedMail = (to: string, name: string, plan: string, until: Date, url: string): Mail =>
  renderMail({
    to,
    name,
    subject: `You have the plan ${plan}`,
    paragraphs: [`An administrator gave you the plan ${plan}. It runs until ${dayOf(until)}.`],
    button: { label: 'Open Pagecast', url },
  });

export const planDeclinedMail = (to: string, name: string, plan: string, url: string): Mail =>
  renderMail({
    to,
    name,
    subject: `Your request for the plan ${plan} was declined`,
    paragraphs: [
      `An administrator declined your request for the plan ${plan}.`,
      'You can ask for another plan at any time.',
    ],
    button: { label: 'See the plans', url },
  });

const dayOf = (date: Date) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
