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
    const transport = await this.connect({ connectMs: CONNECT_TIMEOUT_MS, silenceMs: SILENCE_TIMEOUT_MS });
    await transport.sendMail(message);
  }

  /** Connects and signs in, and sends nothing. @throws what the server or the line says. */
  async tryServer(limitMs: number): Promise<void> {
    const transport = await this.connect({ connectMs: limitMs, silenceMs: limitMs });
    await transport.verify();
  }

  private async connect({ connectMs, silenceMs }: { connectMs: number; silenceMs: number }) {
    const { createTransport } = await import('nodemailer');
    const { host, port, secure, auth } = this.server;
    return createTransport({
      host,
      port,
      secure,
      auth,
      // A password must not leave this machine in clear, whatever the server offers.
      requireTLS: !secure && auth !== undefined && !isLoopback(host),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
    });
  }
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host);
