import type { Client } from './client';

/** Speaks tus as a client does, one request at a time. */
export function tusOf(who: Client) {
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array | ReadableStream,
  ) => {
    const response = await fetch(who.url + path, {
      method,
      headers: { authorization: `Bearer ${who.token}`, 'tus-resumable': '1.0.0', ...headers },
      body,
      ...(body && { duplex: 'half' }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text ? JSON.parse(text) : undefined,
    };
  };

  const create = (length: number | string, metadata: Record<string, string> = { filename: 'a.mp4' }) =>
    send('POST', '/api/uploads', {
      'upload-length': String(length),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    });

  const piece = (
    path: string,
    offset: number | string,
    bytes: Uint8Array | ReadableStream,
    headers: Record<string, string> = {},
  ) =>
    send(
      'PATCH',
      path,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
      bytes,
    );

  /** @returns the address of the upload, on the server alone. */
  const begin = async (length: number, metadata?: Record<string, string>): Promise<string> => {
    const { status, headers, body } = await create(length, metadata);
    if (status !== 201) throw new Error(`no upload: ${status} ${JSON.stringify(body)}`);
    return headers.get('location') as string;
  };

  /** @returns the id of the medium. */
  const upload = async (bytes: Uint8Array, metadata?: Record<string, string>): Promise<string> => {
    const path = await begin(bytes.length, metadata);
    const { status, body } = await piece(path, 0, bytes);
    if (status !== 204) throw new Error(`no piece: ${status} ${JSON.stringify(body)}`);
    return idOf(path);
  };

  return { send, create, piece, begin, upload, offsetOf: (path: string) => send('HEAD', path) };
}

export const idOf = (path: string): string => path.split('/').at(-1) ?? '';
