import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import busboy, { type Busboy, type BusboyConfig } from 'busboy';
import { DomainError } from '../common/errors';

/**
 * A parser for the body that comes with these headers. It can be destroyed at any time.
 * @throws DomainError 400 without a boundary that can be used
 */
export function openMultipart(headers: IncomingHttpHeaders, config: Omit<BusboyConfig, 'headers'>): Busboy {
  const parser = openParser(headers, config);
  // A parser that is given up breaks off the file in it, and one that nobody reads would have nobody to hear of it:
  // that ends the process.
  parser.on('file', (_field: string, stream: Readable) => {
    stream.on('error', () => undefined);
    // It goes on to the end of a chunk in which it was given up.
    if (parser.destroyed) stream.destroy();
  });
  return parser;
}

function openParser(headers: IncomingHttpHeaders, config: Omit<BusboyConfig, 'headers'>): Busboy {
  try {
    return busboy({ headers, ...config });
  } catch {
    throw new DomainError(400, 'bad_request', 'The multipart body has no usable boundary.');
  }
}

/** Long enough for everybody to take what was parsed, of which nothing waits for a disk. */
const LAST_PART_MS = 1_000;

/**
 * No more bytes come. A part that begins behind the last boundary, where none should, never ends, and the parser would
 * wait for it for ever: it breaks off with an error then.
 */
export function endMultipart(parser: Busboy): void {
  parser.end();
  const late = setTimeout(() => parser.destroy(new Error('a part has no end')), LAST_PART_MS);
  parser.once('close', () => clearTimeout(late));
}
