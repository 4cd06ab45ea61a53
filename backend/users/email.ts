import { domainToASCII } from 'node:url';
import { Transform } from 'class-transformer';
import { isEmail, MaxLength, Validate, ValidatorConstraint } from 'class-validator';

export const LONGEST_EMAIL = 191;

/**
 * One address has one spelling here: two that differ in case, in blanks around them or in how Unicode writes the same
 * letters are the same account. Letters that only look alike (`ádmin`, a Cyrillic `а`) are others. Mails go to this
 * spelling, so nobody gets another's.
 */
export const normalizeEmail = (email: unknown): unknown =>
  // Lower case last: some letters are capitals only after NFKC. It can take apart what NFC puts together again.
  typeof email === 'string' ? email.normalize('NFKC').toLowerCase().normalize('NFKC').trim() : email;

/** What no mailbox can be sent to: quoted names, and what nobody can see or type. */
const UNUSABLE = /["\s\p{C}]/u;
const LONGEST_LABEL = 63;

@ValidatorConstraint({ name: 'email' })
export class CanReceiveMail {
  validate(value: unknown): boolean {
    if (typeof value !== 'string' || !isEmail(value) || UNUSABLE.test(value)) return false;
    const labels = domainToASCII(value.slice(value.lastIndexOf('@') + 1)).split('.');
    return labels.every((label) => label.length > 0 && label.length <= LONGEST_LABEL);
  }

  defaultMessage(): string {
    return 'Enter a valid email address.';
  }
}

const inItsSpelling = Transform(({ value }) => normalizeEmail(value));
const oneMailbox = Validate(CanReceiveMail);
const notTooLong = MaxLength(LONGEST_EMAIL, {
  message: `An email address has at most ${LONGEST_EMAIL} characters.`,
});

/** A property that holds one address, in its one spelling. */
export const EmailField = (): PropertyDecorator => (target, property) => {
  // As decorators run that are written one below the other: the last first.
  for (const decorate of [notTooLong, oneMailbox, inItsSpelling]) decorate(target, property);
};
