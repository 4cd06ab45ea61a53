/** A text for places that show one line: what would break it, and other control characters, become spaces. */
export const inOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** For `@Transform` on names and titles. */
export const oneLine = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? inOneLine(value) : value;
