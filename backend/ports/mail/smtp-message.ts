import type { Mail } from './mailer';

/** Whatever could end the address, start another one or start another header. */
const ONE_ADDRESS = /^[^\s\p{C}<>()[\],;:\\"@]{1,128}@[^\s\p{C}<>()[\],;:\\"@]{1,190}$/u;

/** The mail as nodemailer takes it: no files or URLs are read, and nobody is added to the recipients. */
export function messageOf({ to, subject, text, html }: Mail, from: string) {
  if (!ONE_ADDRESS.test(to)) throw new UnusableAddress();
  return {
    from,
    // An object is taken as it is; a string would be parsed, and could turn out to be a list.
    to: { name: '', address: to },
    subject: subject.replace(/[\s\p{C}]+/gu, ' ').trim(),
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Says nothing of the address itself: this ends up in a log. */
export class UnusableAddress extends Error {
  readonly code = 'UNUSABLE_ADDRESS';
  readonly permanent = true;

  constructor() {
    super('This is not the address of one mailbox.');
  }
}
