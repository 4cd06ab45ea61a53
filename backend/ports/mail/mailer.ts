/** One mail to one person. Both bodies have the same content. */
export interface Mail {
  /** A bare address: no name, no list. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends a mail; also the injection token. Callers that must not wait for it, or fail with it, use `Outbox`. */
export abstract class Mailer {
  /** @throws Error when the mail was not accepted; with `permanent: true` another try would not help. */
  abstract send(mail: Mail): Promise<void>;
}
