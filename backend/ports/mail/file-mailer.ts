import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { makeFolder } from '../../common/files/folders';
import { Mailer, type Mail } from './mailer';
import { messageOf } from './smtp-message';

/** Writes each mail to a file that any mail program opens. The files hold links that open accounts, hence the modes. */
export class FileMailer extends Mailer {
  private readonly log = new Logger('Mail');

  constructor(
    private readonly dir: string,
    private readonly from: string,
  ) {
    super();
  }

  override async send(mail: Mail): Promise<void> {
    const message = messageOf(mail, this.from);
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message: bytes } = await composer.sendMail(message);
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
    await makeFolder(this.dir);
    // Written under another name first, so that no reader sees half a mail.
    const draft = join(this.dir, `.${name}.part`);
    await writeFile(draft, bytes as Buffer, { mode: 0o600 });
    await rename(draft, join(this.dir, name));
    this.log.log({ file: name }, 'a mail was written to the mail folder');
  }
}
