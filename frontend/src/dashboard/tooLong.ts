import { charactersIn } from '../../../backend/common/characters';
import { TEXTS } from './texts';

/** The longest title of a post, as on the server. */
export const LONGEST_TITLE = 255;

/**
 * What is to be said of a text that the server would refuse; undefined if it is short enough. An input's `maxLength`
 * counts an emoji as two or more, and cuts what is pasted without a word.
 * @param most code points
 */
export function tooLong(text: string, most: number): string | undefined {
  const over = charactersIn(text.trim()) - most;
  return over > 0 ? TEXTS.shortenBy(over.toLocaleString('en-US')) : undefined;
}
