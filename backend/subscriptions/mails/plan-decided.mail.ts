import { renderMail } from '../../ports/mail/mail-template';
import type { Mail } from '../../ports/mail/mailer';
import { dayIn } from '../day-in';

export interface Granted {
  to: string;
  name: string;
  plan: string;
  /** Absent for a plan that has begun. */
  begins?: number;
  until: number;
  /** The user's: plans begin and end with their days. */
  timezone: string;
  url: string;
}

export function planGrantedMail({ to, name, plan, begins, until, timezone, url }: Granted): Mail {
  const day = dayIn(timezone);
  const start = begins === undefined ? undefined : day(begins);
  const period = start ? `It begins on ${start} and runs until` : 'It runs until';
  return renderMail({
    to,
    name,
    subject: start ? `Your plan ${plan} begins on ${start}` : `You have the plan ${plan}`,
    paragraphs: [`An administrator gave you the plan ${plan}. ${period} ${day(until)}.`],
    button: { label: 'Open Pagecast', url },
  });
}

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
