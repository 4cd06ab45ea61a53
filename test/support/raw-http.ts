import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PATIENCE_MS } from './patience';

/** Of an answer with a length: once it is whole. */
export function wholeAnswer(text: string): { status: number; body: any } | undefined {
  const end = text.indexOf('\r\n\r\n');
  const length = Number(/^content-length: (\d+)\r?$/im.exec(text.slice(0, end))?.[1]);
  const body = text.slice(end + 4);
  if (end < 0 || !(Buffer.byteLength(body) >= length)) return undefined;
  return { status: Number(text.slice(9, 12)), body: JSON.parse(body) };
}

/** Bytes as they are, for what no HTTP client would send. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Sends the bytes and reads until the server closes or `ms` have passed. */
export async function sendRaw(url: string, bytes: string | Buffer, ms = PATIENCE_MS): Promise<string> {
  const socket = await openSocket(url);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(bytes);
  const timer = setTimeout(() => socket.destroy(), ms);
  await once(socket, 'close');
  clearTimeout(timer);
  return answer;
}
