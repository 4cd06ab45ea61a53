import { charactersIn } from '../common/characters';

/**
 * Instagram's limit:
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media (caption)
 */
export const LONGEST_CAPTION = 2200;

/** Captions per user. Their list is shown whole, so it must be bounded. */
export const MOST_CAPTIONS = 1000;

export const TOO_MANY = `You have ${MOST_CAPTIONS.toLocaleString('en-US')} captions, and there is no room for more. Delete some first.`;

const LONGEST = LONGEST_CAPTION.toLocaleString('en-US');

/**
 * The caption without surrounding blanks, or the sentence that says what is wrong. Characters are code points.
 */
export function readCaption(given: unknown): { content: string } | { problem: string } {
  if (typeof given !== 'string') return { problem: 'A caption is a text.' };
  const content = given.trim();
  if (content === '') return { problem: 'Write something: a caption must not be empty.' };
  const length = charactersIn(content);
  if (length > LONGEST_CAPTION)
    return {
      problem: `A caption has at most ${LONGEST} characters; this one has ${length.toLocaleString('en-US')}. Shorten it.`,
    };
  return { content };
}
