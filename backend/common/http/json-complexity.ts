const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/**
 * Whether a JSON text is nested deeper, or holds more values, than allowed, found without parsing it. Stops as soon as
 * the answer is known.
 */
export function excessOf(
  text: string,
  { depth, values }: { depth: number; values: number },
): 'depth' | 'values' | undefined {
  let level = 0;
  let count = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) count++;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      count++;
      level++;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) level--;
    if (level > depth) return 'depth';
    if (count > values) return 'values';
  }
  return undefined;
}

/** Index of the closing quote of the string that opens at `start`; the end of the text if there is none. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}
