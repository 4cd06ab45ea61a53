import { Global, Module } from '@nestjs/common';
import { Config } from '../../config/config';
import { Sealer } from '../../config/sealer';
import { Mailer } from './mailer';
import { Outbox } from './outbox';

@Global()
@Module({
  providers: [
    Outbox,
    Sealer,
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
export class MailModule {}
