import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Bytes as they are, for what no HTTP client would send. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Sends the bytes and reads until the server closes or `ms` have passed. */
export async function sendRaw(url: string, bytes: string | Buffer, ms = 10_000): Promise<string> {
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
