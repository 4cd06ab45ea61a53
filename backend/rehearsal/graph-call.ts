import busboy from 'busboy';
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { graphError } from './graph-refusal';
import type { RehearsalStore } from './rehearsal-store';
import { ifPresent } from './rehearsal-store';

const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_FILE_BYTES = 10 * 1024 ** 3;

export interface GraphCall {
  method: string;
  /** The path without its version, e.g. `['100000000000001', 'videos']`. */
  path: string[];
  /** Of the query and of the body alike, as Meta takes them; objects as JSON text. */
  params: Map<string, string>;
  /** The one file of a multipart body, on disk, removed when the call is answered. */
  file?: { path: string; bytes: number };
  token: string;
}

export async function readCall(
  request: IncomingMessage,
  url: URL,
  store: RehearsalStore,
): Promise<GraphCall> {
  const params = new Map(url.searchParams);
  const call: GraphCall = {
    method: request.method ?? 'GET',
    path: pathOf(url),
    params,
    token: '',
  };
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) await readMultipart(request, call, store);
  else readText(await bodyText(request), type, params);
  call.token = tokenOf(request) || (params.get('access_token') ?? '');
  return call;
}

export function tokenOf(request: IncomingMessage): string {
  return /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

export async function dropFile(call: GraphCall | undefined): Promise<void> {
  if (call?.file) await ifPresent(unlink(call.file.path));
}

function pathOf(url: URL): string[] {
  const segments = url.pathname.split('/').filter(Boolean);
  return /^v\d+\.\d+$/.test(segments[0] ?? '') ? segments.slice(1) : segments;
}

async function bodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_TEXT_BYTES) throw graphError(1, 'The request is too large.', { status: 413 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readText(text: string, type: string, params: Map<string, string>): void {
  if (text === '') return;
  if (!type.startsWith('application/json')) {
    for (const [name, value] of new URLSearchParams(text)) params.set(name, value);
    return;
  }
  for (const [name, value] of Object.entries(parseObject(text)))
    if (value !== null && value !== undefined)
      params.set(name, typeof value === 'string' ? value : JSON.stringify(value));
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Falls through to the refusal.
  }
  throw graphError(100, '(#100) The body is not a JSON object.');
}

async function readMultipart(
  request: IncomingMessage,
  call: GraphCall,
  store: RehearsalStore,
): Promise<void> {
  let written: Promise<unknown> = Promise.resolve();
  const parser = busboy({
    headers: request.headers,
    limits: { files: 1, fields: 50, parts: 60, fieldSize: 65_536, fileSize: MAX_FILE_BYTES },
  });
  parser.on('field', (name, value) => call.params.set(name, value));
  parser.on('file', (_name, stream) => {
    const file = { path: store.partPath(), bytes: 0 };
    call.file = file;
    stream.on('data', (chunk: Buffer) => (file.bytes += chunk.length));
    written = pipeline(stream, createWriteStream(file.path));
    // Awaited below; until then a cut connection must not count as unhandled.
    written.catch(() => undefined);
  });
  try {
    await pipeline(request, parser);
    await written;
  } catch (error) {
    await written.catch(() => undefined);
    await dropFile(call);
    throw error;
  }
}
