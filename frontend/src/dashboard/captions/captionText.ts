/** What Instagram takes: https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media (caption) */
export const LONGEST_CAPTION = 2200;

/** As the server counts: without the blanks around it. */
export const captionLength = (text: string) => text.trim().length;

export const isSendable = (text: string) => {
  const length = captionLength(text);
  return length > 0 && length <= LONGEST_CAPTION;
};

const SHOWN_CHARACTERS = 60;

/** One line that tells it from the others. */
export function beginning(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  const characters = [...line];
  return characters.length <= SHOWN_CHARACTERS
    ? line
    : `${characters.slice(0, SHOWN_CHARACTERS).join('').trimEnd()}…`;
}
