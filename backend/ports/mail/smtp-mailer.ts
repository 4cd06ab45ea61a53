import type { MailServer } from '../../config/config';
import { Mailer, type Mail } from './mailer';
import { messageOf } from './smtp-message';

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

/** Opens a connection per mail: mails are rare, and an idle connection would only break. */
export class SmtpMailer extends Mailer {
  constructor(
    private readonly server: MailServer,
    private readonly from: string,
  ) {
    super();
  }

  override async send(mail: Mail): Promise<void> {
    const message = messageOf(mail, this.from);
    const { createTransport } = await import('nodemailer');
    const { host, port, secure, auth } = this.server;
    const transport = createTransport({
      host,
      port,
      secure,
      auth,
      // A password must not leave this machine in clear, whatever the server offers.
      requireTLS: !secure && auth !== undefined && !isLoopback(host),
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
    });
    await transport.sendMail(message);
  }
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host);
