import { invalid, type DomainError } from '../common/errors/errors';
import { readCaption, TOO_MANY } from './caption-text';
import type { SkippedCaption } from './caption.view';

const MOST_ENTRIES = 1000;
const SHOWN_CHARACTERS = 80;

export const fileRefused = (sentence: string): DomainError => invalid({ captions_file: [sentence] });

/** @throws DomainError 422 unless the bytes are a JSON array of at most 1,000 entries, of whatever types. */
export function readEntries(bytes: Uint8Array): unknown[] {
  const entries = parse(bytes);
  if (!Array.isArray(entries))
    throw fileRefused(
      'The file must hold a JSON array of captions, like ["First caption", "Second caption"].',
    );
  if (entries.length > MOST_ENTRIES)
    throw fileRefused('A file holds at most 1,000 captions. Split it into several files.');
  return entries;
}

/**
 * Turns strings and `{content}` objects into captions, and skips every other entry with a reason.
 *
 * @param known the captions that the user already has
 * @param free the number of captions that may be added
 */
export function partition(entries: unknown[], known: ReadonlySet<string>, free = Infinity) {
  const fresh = new Set<string>();
  const skipped: SkippedCaption[] = [];
  entries.forEach((entry, index) => {
    const given = contentOf(entry);
    const read = readCaption(given);
    const reason =
      'problem' in read
        ? read.problem
        : known.has(read.content)
          ? 'You already have this caption.'
          : fresh.has(read.content)
            ? 'This caption is in the file more than once.'
            : fresh.size >= free
              ? TOO_MANY
              : undefined;
    if (reason !== undefined) skipped.push({ index, content: beginningOf(given), reason });
    else if ('content' in read) fresh.add(read.content);
  });
  return { fresh: [...fresh], skipped };
}

/** The valid captions, each once, to be looked up in the database. */
export const candidates = (entries: unknown[]): string[] => partition(entries, new Set()).fresh;

/** Reads own properties only, not what `__proto__` brings along. */
function contentOf(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  return Object.hasOwn(entry, 'content') ? (entry as { content: unknown }).content : undefined;
}

/** Arrays and objects are not written out: they may be nested too deep for any serializer. */
function beginningOf(given: unknown): string {
  if (typeof given === 'string')
    return [...given.slice(0, SHOWN_CHARACTERS * 2)].slice(0, SHOWN_CHARACTERS).join('');
  return typeof given === 'number' || typeof given === 'boolean' ? String(given) : '';
}

function parse(bytes: Uint8Array): unknown {
  try {
    // TextDecoder drops a byte order mark.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw fileRefused(
      'The file is not valid JSON in UTF-8. Check it, for instance for a missing quote or comma.',
    );
  }
}
