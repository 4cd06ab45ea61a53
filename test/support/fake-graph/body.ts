import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Refused } from '../../../backend/meta-world/answer';
import { paramsOf } from '../../../backend/meta-world/fields';

export interface Fields {
  params: Record<string, string>;
  files: Record<string, Buffer>;
}

/** The pieces of a request body, at most `rate` bytes per second if it is set. */
export async function* piecesOf(
  req: IncomingMessage,
  rate: () => number | undefined,
): AsyncGenerator<Buffer> {
  for await (const chunk of req as AsyncIterable<Buffer>) {
    let rest = chunk;
    while (rest.length > 0) {
      const bytesPerSecond = rate();
      if (bytesPerSecond === undefined) {
        yield rest;
        break;
      }
      const piece = rest.subarray(0, Math.max(1, Math.floor(bytesPerSecond / 20)));
      rest = rest.subarray(piece.length);
      await pause((piece.length / bytesPerSecond) * 1000);
      if (req.destroyed) return;
      yield piece;
    }
  }
}

/** Meta accepts JSON, forms and multipart on every edge. A truncated body yields what can be parsed. */
export function fieldsOf(contentType: string, body: Buffer): Fields {
  if (contentType.includes('multipart/form-data')) return multipartFields(contentType, body);
  try {
    return { params: paramsOf(contentType, body.toString('utf8')), files: {} };
  } catch (error) {
    if (error instanceof Refused) return { params: {}, files: {} };
    throw error;
  }
}

function multipartFields(contentType: string, body: Buffer): Fields {
  const fields: Fields = { params: {}, files: {} };
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return fields;
  const opening = Buffer.from(`--${boundary}\r\n`);
  const closing = Buffer.from(`\r\n--${boundary}`);
  let at = body.indexOf(opening);
  while (at >= 0) {
    const headersEnd = body.indexOf('\r\n\r\n', at);
    if (headersEnd < 0) break;
    const headers = body.subarray(at + opening.length, headersEnd).toString('utf8');
    const end = body.indexOf(closing, headersEnd + 2);
    const bytes = body.subarray(headersEnd + 4, end < 0 ? body.length : Math.max(end, headersEnd + 4));
    const name = /\bname="([^"]*)"/i.exec(headers)?.[1] ?? '';
    if (/\bfilename="/i.test(headers)) fields.files[name] = bytes;
    else fields.params[name] = bytes.toString('utf8');
    at = end < 0 ? -1 : body.indexOf(opening, end);
  }
  return fields;
}

/** The phase of a chunked protocol, as soon as it can be read from the first bytes. */
export function phaseIn(body: Buffer, query: URLSearchParams): string | undefined {
  const text = body.subarray(0, 65_536).toString('latin1');
  return (
    query.get('upload_phase') ??
    /upload_phase[^]{0,120}?\b(start|transfer|finish|cancel)\b/i.exec(text)?.[1]?.toLowerCase()
  );
}
