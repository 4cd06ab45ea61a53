import type { MailServer } from '../../config/config';
import { Mailer, type Mail } from './mailer';
import { messageOf } from './smtp-message';

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

/** A connection of its own for each mail: they are rare, and an idle one would only break. */
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
      // A password does not leave this machine in clear, whatever the server offers.
      requireTLS: !secure && auth !== undefined && !isLoopback(host),
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
    });
    await transport.sendMail(message);
  }
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host);
