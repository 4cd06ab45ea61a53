import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy, { type Busboy, type BusboyConfig, type FieldInfo, type FileInfo } from 'busboy';
import { DomainError, invalid, tooLarge } from '../../common/errors/errors';
import { Backpressure } from './backpressure';
import { isTurnUsedUp } from './turn-share';

/** Receives the parts. An error that one of these throws fails the request. */
export interface PartHandlers {
  file(name: string, stream: Readable, info: FileInfo, backpressure: Backpressure): void;
  field(name: string, value: string, info: FieldInfo): void;
  /** The parser counted more than its limits allow. */
  tooMany(what: 'files' | 'fields' | 'parts'): void;
}

export interface MultipartOptions {
  limits: BusboyConfig['limits'];
  /** Bytes that are passed on at a time. */
  pieceBytes?: number;
  /** Limit of the whole body, whatever its parts. */
  mostBytes: number;
  /**
   * Takes the bytes instead of the parser, and may free their memory.
   * @returns false when it needs a pause until the parser's `drain`.
   */
  through?: (parser: Busboy) => (chunk: Buffer) => boolean;
  /** Aborts the reading of the body, with the reason. */
  signal?: AbortSignal;
}

/**
 * Reads a multipart body to its end, or to its first fault.
 *
 * Most of this runs in listeners of streams, where an uncaught exception ends the process. Each listener is guarded, so
 * that the worst a body can do is to fail its own request.
 * @throws DomainError 400 for a malformed body, 413, 422; and any error of a handler. The rest of the body is then
 * unread.
 */
export async function readMultipart(
  raw: IncomingMessage,
  handlers: PartHandlers,
  { limits, pieceBytes, mostBytes, through, signal }: MultipartOptions,
): Promise<void> {
  const parser = openMultipart(raw.headers, {
    highWaterMark: pieceBytes,
    fileHwm: pieceBytes,
    defParamCharset: 'utf8',
    limits,
  });
  const begun = partsBegunIn(parser);
  let told = 0;
  const push = through?.(parser) ?? ((chunk: Buffer) => parser.write(chunk));
  const backpressure = new Backpressure(raw);
  let received = 0;
  let stop = (): void => undefined;
  const parsed = new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => {
      reject(error);
      backpressure.abandon();
      raw.off('data', feed);
      parser.destroy();
    };
    const guarded = guardedBy(fail);
    const feed = guarded((chunk: Buffer) => {
      const { length } = chunk;
      received += length;
      if (received > mostBytes) throw tooLarge('The request is larger than this call takes.');
      if (!push(chunk)) parser.once('drain', backpressure.shut());
      if (isTurnUsedUp(length)) setImmediate(backpressure.shut());
    });
    const abandon = () => fail(signal?.reason as Error);
    if (signal?.aborted) abandon();
    signal?.addEventListener('abort', abandon);
    stop = () => signal?.removeEventListener('abort', abandon);
    raw.on('data', feed);
    raw.once(
      'end',
      guarded(() => endMultipart(parser)),
    );
    parser.on(
      'file',
      guarded((name: string | undefined, stream: Readable, info: FileInfo) => {
        told++;
        handlers.file(named(name), stream, info, backpressure);
      }),
    );
    parser.on(
      'field',
      guarded((name: string | undefined, value: string | undefined, info: FieldInfo) => {
        told++;
        // With an unknown charset, the parser returns no text.
        handlers.field(named(name), value ?? '', info);
      }),
    );
    for (const what of ['files', 'fields', 'parts'] as const)
      parser.on(
        `${what}Limit`,
        guarded(() => handlers.tooMany(what)),
      );
    parser.on('error', () => fail(brokenBody()));
    parser.once('close', resolve);
    raw.once('close', () => {
      // The whole body can have come and yet not have been read.
      if (!raw.readableEnded) fail(brokenBody());
    });
    raw.once('error', () => fail(brokenBody()));
  });
  try {
    await parsed;
    if (told < begun()) throw nameless();
  } finally {
    stop();
  }
}

/** Wraps listeners so that their exceptions go to `fail`. */
export function guardedBy(fail: (error: Error) => void) {
  return <A extends unknown[]>(listener: (...args: A) => void) =>
    (...args: A): void => {
      try {
        listener(...args);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    };
}

export const brokenBody = () =>
  new DomainError(400, 'bad_request', 'The upload broke off before its end. Nothing was stored; try again.');

function named(name: string | undefined): string {
  if (!name) throw nameless();
  return name;
}

const nameless = () => invalid({ body: ['Every part of the request needs a name.'] });

/**
 * Counts the parts whose headers the parser reads. It passes over one without `Content-Disposition: form-data` and says
 * nothing, so that a file would be missing from an upload that succeeds.
 */
function partsBegunIn(parser: Busboy): () => number {
  let begun = 0;
  let reader: unknown = null;
  Object.defineProperty(parser, '_hparser', {
    get: () => reader,
    set: (next: unknown) => {
      if (next !== null && reader === null) begun++;
      reader = next;
    },
  });
  return () => begun;
}

/**
 * A parser for the body with these headers. It can be destroyed at any time.
 * @throws DomainError 400 without a usable boundary
 */
function openMultipart(headers: IncomingHttpHeaders, config: Omit<BusboyConfig, 'headers'>): Busboy {
  const parser = openParser(headers, config);
  // A destroyed parser breaks off its current file with an error. Without a listener, that error would end the process.
  parser.on('file', (_field: string, stream: Readable) => {
    stream.on('error', () => undefined);
    // A destroyed parser continues to the end of its chunk.
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

/** Long enough to take what was parsed, none of which waits for a disk. */
const LAST_PART_MS = 1_000;

/**
 * Ends the parser, because no more bytes come. A part that begins after the last boundary, where none is allowed, never
 * ends, and the parser would wait for it forever: it is destroyed with an error.
 */
function endMultipart(parser: Busboy): void {
  parser.end();
  const late = setTimeout(() => parser.destroy(new Error('a part has no end')), LAST_PART_MS);
  parser.once('close', () => clearTimeout(late));
}
