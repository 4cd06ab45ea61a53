import { domainToASCII } from 'node:url';
import { Transform } from 'class-transformer';
import { isEmail, Validate, ValidatorConstraint } from 'class-validator';
import { MostCharacters } from '../common/fields/most-characters';

export const LONGEST_EMAIL = 191;

/**
 * Writes an address in its one spelling: addresses that differ in case, in surrounding blanks or in how Unicode writes
 * the same letters belong to one account. Letters that only look alike (`ádmin`, a Cyrillic `а`) differ. Mails go to
 * this spelling, so they never reach another account's owner.
 */
export const normalizeEmail = (email: unknown): unknown =>
  // NFKC reveals further capitals, so lower-casing follows it; that can take letters apart, which the second pass
  // joins.
  typeof email === 'string' ? email.normalize('NFKC').toLowerCase().normalize('NFKC').trim() : email;

/** No mail can be sent to quoted names, nor to characters that cannot be seen or typed. */
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
const notTooLong = MostCharacters(LONGEST_EMAIL, `An email address has at most ${LONGEST_EMAIL} characters.`);

/** A property that holds one address, in its one spelling. */
export const EmailField = (): PropertyDecorator => (target, property) => {
  // In the order in which decorators written below one another run: the last first.
  for (const decorate of [notTooLong, oneMailbox, inItsSpelling]) decorate(target, property);
};
