/** One mail to one person. Both bodies say the same. */
export interface Mail {
  /** An address, and nothing else: no name, no list. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands a mail on; also the injection token. Who must not wait for it, or must not fail with it, uses `Outbox`. */
export abstract class Mailer {
  /** @throws Error when the mail was not taken over; one with `permanent: true` will not get better. */
  abstract send(mail: Mail): Promise<void>;
}
