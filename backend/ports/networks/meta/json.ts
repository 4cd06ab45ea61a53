export function parseObject(text: string): Record<string, unknown> | null {
  return asObject(parsedIfText(text)) ?? null;
}

/** A JSON string, or a number with more digits than a JavaScript number holds: Meta prints some ids that way. */
const TEXT_OR_LONG_NUMBER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

const withLongIds = (json: string): string =>
  /\d{16}/.test(json)
    ? json.replace(TEXT_OR_LONG_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`))
    : json;

export function parsedIfText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(withLongIds(value)) as unknown;
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Most characters kept of Meta's words. An answer may have a megabyte, and these are stored, shown and mailed. */
const MOST_WORDS = 1000;

export function wordsOf(value: unknown): string | undefined {
  const words = textOf(value);
  // Half of a surrogate pair is no character.
  return words && words.length > MOST_WORDS
    ? `${words.slice(0, MOST_WORDS).replace(/[\uD800-\uDBFF]$/, '')}…`
    : words;
}
