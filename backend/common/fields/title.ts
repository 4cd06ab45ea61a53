import { charactersIn } from '../characters';
import { invalid } from '../errors/errors';

/** In code points. */
export const LONGEST_TITLE = 255;

export const TOO_LONG_TITLE = `A title has at most ${LONGEST_TITLE} characters.`;

/**
 * Reads the title that is given for a file or a video of the library. Unlike the name of a file, it is never cut.
 * @returns undefined when there is none
 * @throws DomainError 422 on `field` when it is no text or too long
 */
export function readTitle(given: unknown, field: string): string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'string') throw invalid({ [field]: ['This is to be a text.'] });
  const text = given.trim().toWellFormed();
  if (charactersIn(text) > LONGEST_TITLE) throw invalid({ [field]: [TOO_LONG_TITLE] });
  return text || undefined;
}
