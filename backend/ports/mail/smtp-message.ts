import type { Mail } from './mailer';

/** A plain address, without characters that could end it, start another one or start another header. */
const ONE_ADDRESS = /^[^\s\p{C}<>()[\],;:\\"@]{1,128}@[^\s\p{C}<>()[\],;:\\"@]{1,190}$/u;

/** The mail in nodemailer's form. No files or URLs are read, and no recipients are added. */
export function messageOf({ to, subject, text, html }: Mail, from: string) {
  if (!ONE_ADDRESS.test(to)) throw new UnusableAddress();
  return {
    from,
    // An object is used unparsed; a string would be parsed, and could turn out to be a list.
    to: { name: '', address: to },
    subject: subject.replace(/[\s\p{C}]+/gu, ' ').trim(),
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Does not repeat the address, because the message ends up in a log. */
class UnusableAddress extends Error {
  readonly code = 'UNUSABLE_ADDRESS';
  readonly permanent = true;

  constructor() {
    super('This is not the address of one mailbox.');
  }
}
