import { Global, Module } from '@nestjs/common';
import { Config, type MailServer } from '../../config/config';
import { KeyRotation } from '../../database/key-rotation';
import { Mailer } from './mailer';
import { Outbox, SEALED_MAILS } from './outbox';

/** Connects to the mail server and signs in, and sends nothing. @throws what the server or the line says. */
export async function tryMailServer(server: MailServer, limitMs: number): Promise<void> {
  const { SmtpMailer } = await import('./smtp-mailer');
  await new SmtpMailer(server, '').tryServer(limitMs);
}

@Global()
@Module({
  providers: [
    Outbox,
    {
      provide: Mailer,
      inject: [Config],
      useFactory: async ({ mail }: Config): Promise<Mailer> => {
        if (mail.kind === 'file') {
          const { FileMailer } = await import('./file-mailer');
          return new FileMailer(mail.dir, mail.from);
        }
        const { SmtpMailer } = await import('./smtp-mailer');
        return new SmtpMailer(mail, mail.from);
      },
    },
  ],
  exports: [Mailer, Outbox],
})
export class MailModule {
  constructor(keyRotation: KeyRotation) {
    keyRotation.include(SEALED_MAILS);
  }
}
