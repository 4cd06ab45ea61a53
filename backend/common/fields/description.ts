import { charactersIn } from '../characters';
import { invalid } from '../errors/errors';

/** In code points. */
export const LONGEST_DESCRIPTION = 2200;

export const TOO_LONG_DESCRIPTION = `A description has at most ${LONGEST_DESCRIPTION} characters.`;

/**
 * Reads the description of a file that is uploaded or was.
 * @returns null when there is none
 * @throws DomainError 422 on `field` when it is too long
 */
export function readDescription(given: unknown, field: string): string | null {
  const text = typeof given === 'string' ? given.trim().toWellFormed() : '';
  if (charactersIn(text) > LONGEST_DESCRIPTION) throw invalid({ [field]: [TOO_LONG_DESCRIPTION] });
  return text || null;
}
