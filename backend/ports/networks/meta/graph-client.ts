import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { classify, type ErrorClass } from './error-classes';
import { exchange, type Exchange, type ExchangeRequest } from './http-exchange';

export interface MetaHosts {
  graphUrl: string;
  ruploadUrl: string;
  /** `v26.0` */
  version: string;
}

export type Answer =
  | { kind: 'ok'; json: Record<string, unknown> }
  | MetaError
  /** No answer. `reached`: it may have taken effect all the same. */
  | { kind: 'lost'; reached: boolean; reason: string };

export interface MetaError {
  kind: 'error';
  class: ErrorClass;
  status: number;
  code?: number;
  subcode?: number;
  traceId?: string;
  /** Meta's words, for a person. */
  reason: string;
  /** How long Meta says to stay away. */
  waitMs?: number;
  /** Where Meta wants a transfer to go on. */
  offsets?: { start: number; end: number };
}

export type Parameters = Record<string, string | number | boolean | undefined>;

/** A JSON body may also hold lists, such as attached media. */
type JsonParameters = Record<string, Parameters[string] | readonly object[]>;

const UNINTELLIGIBLE = 'The network gave an answer that could not be understood.';

const CALL_TIMEOUT_MS = 30_000;
const TRANSFER_TIMEOUT_MS = 60_000;

/** Speaks Graph's wire: the token in a header (an URL ends up in logs), ids as strings, answers parsed with care. */
export class GraphClient {
  constructor(private readonly hosts: MetaHosts) {}

  get(path: string, token: string, query: Parameters, signal?: AbortSignal): Promise<Answer> {
    const url = this.graph(path);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return this.call({ method: 'GET', url, headers: bearer(token), signal });
  }

  post(path: string, token: string, parameters: JsonParameters, signal?: AbortSignal): Promise<Answer> {
    const body = Buffer.from(JSON.stringify(parameters));
    const headers = { ...bearer(token), 'content-type': 'application/json', 'content-length': body.length };
    return this.call({ method: 'POST', url: this.graph(path), headers, body, signal });
  }

  /** A multipart POST whose one file is a stream of known length. */
  postFile(
    path: string,
    token: string,
    parameters: Parameters,
    file: { field: string; bytes: Readable; length: number },
    signal: AbortSignal,
  ): Promise<Answer> {
    const boundary = `pagecast-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    const head = Buffer.from(multipartHead(boundary, parameters, file.field));
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
    return this.call({
      method: 'POST',
      url: this.graph(path),
      headers: {
        ...bearer(token),
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + file.length + tail.length,
      },
      body: wrapped(head, file.bytes, tail),
      timeoutMs: TRANSFER_TIMEOUT_MS,
      signal,
    });
  }

  /** Raw bytes from `offset` to the end of the file, to an address that an earlier answer gave. */
  pushBytes(
    address: string,
    token: string,
    { bytes, offset, fileSize }: { bytes: Readable; offset: number; fileSize: number },
    signal: AbortSignal,
  ): Promise<Answer> {
    return this.call({
      method: 'POST',
      url: new URL(address),
      headers: {
        authorization: `OAuth ${token}`,
        offset: String(offset),
        file_size: String(fileSize),
        'content-type': 'application/octet-stream',
        'content-length': fileSize - offset,
      },
      body: bytes,
      timeoutMs: TRANSFER_TIMEOUT_MS,
      signal,
    });
  }

  /** Bytes and the token go only to the two hosts that were configured, whatever an answer says. */
  trusts(address: unknown): address is string {
    if (typeof address !== 'string' || !URL.canParse(address)) return false;
    const { origin } = new URL(address);
    return origin === new URL(this.hosts.graphUrl).origin || origin === new URL(this.hosts.ruploadUrl).origin;
  }

  private graph(path: string): URL {
    return new URL(
      `${this.hosts.graphUrl}/${this.hosts.version}/${path.split('/').map(encodeURIComponent).join('/')}`,
    );
  }

  private async call(request: Omit<ExchangeRequest, 'timeoutMs'> & { timeoutMs?: number }): Promise<Answer> {
    return understand(await exchange({ timeoutMs: CALL_TIMEOUT_MS, ...request }));
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, accept: 'application/json' });

function multipartHead(boundary: string, parameters: Parameters, fileField: string): string {
  const fields = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return (
    fields
      .map(
        ([name, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
      )
      .join('') +
    `--${boundary}\r\ncontent-disposition: form-data; name="${fileField}"; filename="media"\r\n` +
    'content-type: application/octet-stream\r\n\r\n'
  );
}

function wrapped(head: Buffer, bytes: Readable, tail: Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield head;
      yield* bytes as AsyncIterable<Buffer>;
      yield tail;
    })(),
    { objectMode: false },
  );
}

function understand(result: Exchange): Answer {
  if (result.kind === 'lost') return result;
  const json = parseObject(result.text);
  if (result.status < 400 && json && !json.error && !json.debug_info) return { kind: 'ok', json };
  // Somebody in between spoke, or the answer broke off: that refuses nothing, and the call may have taken effect.
  if (result.status < 400 && !json)
    return { kind: 'error', class: 'transient', status: result.status, reason: UNINTELLIGIBLE };
  return readError(result.status, result.headers, json);
}

function readError(
  status: number,
  headers: IncomingHttpHeaders,
  json: Record<string, unknown> | null,
): MetaError {
  const waitMs = waitOf(headers);
  const info = json && asObject(json.debug_info);
  if (info)
    return {
      kind: 'error',
      status,
      class: classOfUpload(info, status),
      reason: textOf(info.message) ?? 'The transfer failed.',
    };
  const error = (json && asObject(json.error)) ?? {};
  const code = numberOf(error.code);
  const subcode = numberOf(error.error_subcode);
  const data = asObject(parsedIfText(error.error_data));
  const start = numberOf(data?.start_offset);
  const end = numberOf(data?.end_offset);
  return {
    kind: 'error',
    status,
    class: classify({ status, code, subcode, isTransient: error.is_transient === true }),
    code,
    subcode,
    traceId: textOf(error.fbtrace_id)?.slice(0, 64),
    reason:
      textOf(error.error_user_msg) ?? textOf(error.message) ?? `The network answered with status ${status}.`,
    ...(waitMs !== undefined && { waitMs }),
    ...(start !== undefined && end !== undefined && { offsets: { start, end } }),
  };
}

function classOfUpload(info: Record<string, unknown>, status: number): ErrorClass {
  switch (info.type) {
    case 'OffsetInvalidError':
    case 'PartialRequestError':
      return 'offset';
    case 'ProcessingFailedError':
      return 'new_session';
    case 'NotAuthorizedError':
      return 'reconnect';
    default:
      return info.retriable === true || status >= 500 ? 'transient' : 'refused';
  }
}

/** Minutes in X-Business-Use-Case-Usage, seconds in Retry-After. */
function waitOf(headers: IncomingHttpHeaders): number | undefined {
  const usage = asObject(parsedIfText(headers['x-business-use-case-usage']));
  const minutes = Object.values(usage ?? {})
    .flatMap((entries) => (Array.isArray(entries) ? (entries as unknown[]) : []))
    .map((entry) => numberOf(asObject(entry)?.estimated_time_to_regain_access) ?? 0);
  const longest = Math.max(0, ...minutes);
  if (longest > 0) return longest * 60_000;
  const seconds = numberOf(headers['retry-after']);
  return seconds === undefined ? undefined : seconds * 1000;
}

function parseObject(text: string): Record<string, unknown> | null {
  return asObject(parsedIfText(text)) ?? null;
}

function parsedIfText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
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
