import { renderMail } from '../../ports/mail/mail-template';
import type { Mail } from '../../ports/mail/mailer';

export const accountPausedMail = (
  to: string,
  name: string,
  network: string,
  reason: string,
  settingsUrl: string,
): Mail =>
  renderMail({
    to,
    name,
    subject: `Pagecast is paused: reconnect ${network}`,
    paragraphs: [
      `${network} refused the connection, so nothing is posted there until you reconnect. What it said: ${reason}`,
      'Your items keep their place. They go out after you have reconnected.',
    ],
    button: { label: 'Open Settings', url: settingsUrl },
  });
