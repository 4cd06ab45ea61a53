import { once } from 'node:events';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';

const MEGABYTE = 1024 * 1024;
/** As our client sends them. */
const PIECE_BYTES = 8 * MEGABYTE;

const agent = new Agent({ keepAlive: true });

/** Where uploads begin, and whose they are. */
export interface Place {
  url: string;
  token?: string;
}

/** Sends a file in pieces of 8 MiB, each once the one before is acknowledged. */
export async function sendInPieces(place: Place, file: Buffer): Promise<string> {
  const upload = await begin(place, file.length);
  await goOn(place, upload, file, 0);
  return upload;
}

/**
 * Breaks the line at half of the file, in the middle of a piece, asks how much arrived and goes on there.
 * @returns the bytes sent after the break.
 */
export async function sendWithABreak(place: Place, file: Buffer): Promise<number> {
  const upload = await begin(place, file.length);
  const half = Math.floor(file.length / 2);
  const whole = half - (half % PIECE_BYTES);
  await goOn(place, upload, file.subarray(0, whole), 0);
  const piece = patch(place, upload, whole, PIECE_BYTES);
  piece.on('error', () => undefined);
  await new Promise<void>((sent) => piece.write(file.subarray(whole, half), () => sent()));
  piece.destroy();
  const { headers } = await answer(open(place, 'HEAD', upload), [200]);
  const offset = Number(headers['upload-offset']);
  await goOn(place, upload, file, offset);
  return file.length - offset;
}

async function begin(place: Place, length: number): Promise<string> {
  const metadata = `filename ${Buffer.from('bench.mp4').toString('base64')}`;
  const creation = open(place, 'POST', '', { 'upload-length': length, 'upload-metadata': metadata });
  const { headers } = await answer(creation, [201]);
  return new URL(headers.location!, place.url).pathname;
}

async function goOn(place: Place, upload: string, file: Buffer, from: number): Promise<void> {
  for (let at = from; at < file.length; at += PIECE_BYTES) {
    const bytes = file.subarray(at, at + PIECE_BYTES);
    const piece = patch(place, upload, at, bytes.length);
    for (let n = 0; n < bytes.length; n += MEGABYTE)
      if (!piece.write(bytes.subarray(n, n + MEGABYTE))) await once(piece, 'drain');
    await answer(piece, [204]);
  }
}

const patch = (place: Place, upload: string, offset: number, length: number): ClientRequest =>
  open(place, 'PATCH', upload, {
    'upload-offset': offset,
    'content-type': 'application/offset+octet-stream',
    'content-length': length,
  });

function open(place: Place, method: string, path: string, headers = {}): ClientRequest {
  const url = path ? new URL(path, place.url) : new URL(place.url);
  const authorization = place.token && { authorization: `Bearer ${place.token}` };
  return request(url, { agent, method, headers: { 'tus-resumable': '1.0.0', ...authorization, ...headers } });
}

async function answer(call: ClientRequest, expected: number[]): Promise<IncomingMessage> {
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (!expected.includes(response.statusCode ?? 0))
    throw new Error(`${call.method} ${call.path} was answered with ${response.statusCode ?? 0}`);
  return response;
}
