import { charactersIn } from '../../../../backend/common/characters';

/** What Instagram takes: https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media (caption) */
export const LONGEST_CAPTION = 2200;

/** Trimmed, as on the server. */
export const captionLength = (text: string) => charactersIn(text.trim());

export const isSendable = (text: string) => {
  const length = captionLength(text);
  return length > 0 && length <= LONGEST_CAPTION;
};

const SHOWN_CHARACTERS = 60;

/** The first characters, on one line. */
export function beginning(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  const characters = [...line];
  return characters.length <= SHOWN_CHARACTERS
    ? line
    : `${characters.slice(0, SHOWN_CHARACTERS).join('').trimEnd()}…`;
}
