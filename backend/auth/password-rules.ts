import { Validate, ValidatorConstraint, type ValidationArguments } from 'class-validator';
import { isCommonPassword } from '../common/common-passwords';
import { invalid } from '../common/errors/errors';
import { normalizeEmail } from '../users/email';

const SHORTEST = 8;
const LONGEST = 128;

/** The problem with a new password, if any. Counts characters, whatever each takes in memory. */
function passwordProblem(password: unknown, email?: unknown): string | undefined {
  if (typeof password !== 'string') return 'Enter a password.';
  const { length } = [...password];
  if (length < SHORTEST || length > LONGEST) return `A password has ${SHORTEST} to ${LONGEST} characters.`;
  if (isCommonPassword(password))
    return 'Many people have this password, so it is guessed first. Choose another.';
  if (isOwnAddress(password, email)) return 'Your email address is no password. Choose another.';
  return undefined;
}

export const isOwnAddress = (password: string, email: unknown): boolean =>
  typeof email === 'string' && normalizeEmail(password) === normalizeEmail(email);

/** For a body that does not name the account. @throws DomainError 422 on `password` */
export function refuseBadPassword(password: string, email: string): void {
  const problem = passwordProblem(password, email);
  if (problem) throw invalid({ password: [problem] });
}

@ValidatorConstraint({ name: 'password' })
class FollowsTheRules {
  validate(value: unknown, { object }: ValidationArguments): boolean {
    return passwordProblem(value, emailIn(object)) === undefined;
  }

  defaultMessage({ value, object }: ValidationArguments): string {
    return passwordProblem(value, emailIn(object)) ?? '';
  }
}

const emailIn = (object: object): unknown => (object as { email?: unknown }).email;

/** A new password. It must differ from the `email` of the same body, if there is one. */
export const IsNewPassword = (): PropertyDecorator => Validate(FollowsTheRules);

@ValidatorConstraint({ name: 'confirmation' })
class RepeatsIt {
  validate(value: unknown, { object }: ValidationArguments): boolean {
    return value === (object as { password?: unknown }).password;
  }

  defaultMessage(): string {
    return 'The two passwords differ.';
  }
}

/** The password typed a second time. */
export const RepeatsPassword = (): PropertyDecorator => Validate(RepeatsIt);
