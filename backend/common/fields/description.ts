import { charactersIn } from '../characters';
import { invalid } from '../errors/errors';

/** In code points. */
export const LONGEST_DESCRIPTION = 2200;

export const TOO_LONG_DESCRIPTION = `A description has at most ${LONGEST_DESCRIPTION} characters.`;

/**
 * Reads the description of a file that is uploaded or was.
 * @returns null when there is none
 * @throws DomainError 422 on `field` when it is no text or too long
 */
export function readDescription(given: unknown, field: string): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given !== 'string') throw invalid({ [field]: ['This is to be a text.'] });
  const text = given.trim().toWellFormed();
  if (charactersIn(text) > LONGEST_DESCRIPTION) throw invalid({ [field]: [TOO_LONG_DESCRIPTION] });
  return text || null;
}
