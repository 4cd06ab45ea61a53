import { charactersIn } from '../../common/characters';
import type { FormatDeclaration } from '../formats/declaration';

type NetworkName = FormatDeclaration['network'];

/** What a network takes of a text. Lengths are in code points. */
export const LIMITS: Record<
  NetworkName,
  { text: number; comment: number; hashtags?: number; mentions?: number }
> = {
  facebook: { text: 63_206, comment: 8_000 },
  instagram: { text: 2_200, comment: 2_200, hashtags: 30, mentions: 20 },
};

/** The longest text that any network takes. */
export const LONGEST_TEXT = LIMITS.facebook.text;

/** No posting frequency and no posting time ever takes a story. */
export const STORY_NEEDS_TIME = 'A story needs a time.';

const LONGEST_ALT_TEXT = 1_000;

const NAMES: Record<NetworkName, string> = { facebook: 'Facebook', instagram: 'Instagram' };

// Neither the fragment of an address nor the domain of a mail address counts.
const HASHTAGS = /(?<![\p{L}\p{M}\p{N}_&/])(?:#[\p{L}\p{M}\p{N}_]+)+/gu;
const MENTION = /(?<![\p{L}\p{M}\p{N}_./])@[\p{L}\p{N}_.]+/gu;

/** The sentence of the first limit of the network that the text exceeds; undefined if it exceeds none. */
export function textViolation(network: NetworkName, text: string): string | undefined {
  const { text: longest, hashtags, mentions } = LIMITS[network];
  return (
    tooMany(network, longest, charactersIn(text), 'characters') ??
    tooMany(network, hashtags, hashtagsIn(text), 'hashtags') ??
    tooMany(network, mentions, text.match(MENTION)?.length ?? 0, 'mentions')
  );
}

/** Like `textViolation`, for a first comment. */
export const commentViolation = (network: NetworkName, text: string): string | undefined =>
  tooMany(network, LIMITS[network].comment, charactersIn(text), 'characters');

export function altTextViolation(text: string): string | undefined {
  const length = charactersIn(text);
  return length > LONGEST_ALT_TEXT
    ? `An alt text has at most ${thousands(LONGEST_ALT_TEXT)} characters; this has ${thousands(length)}.`
    : undefined;
}

function tooMany(network: NetworkName, most: number | undefined, count: number, what: string) {
  return most !== undefined && count > most
    ? `${NAMES[network]} takes at most ${thousands(most)} ${what}; this has ${thousands(count)}.`
    : undefined;
}

/** Also of those that follow each other without white space. */
const hashtagsIn = (text: string): number =>
  (text.match(HASHTAGS) ?? []).reduce((sum, run) => sum + run.split('#').length - 1, 0);

export const thousands = (count: number): string => count.toLocaleString('en-US');
