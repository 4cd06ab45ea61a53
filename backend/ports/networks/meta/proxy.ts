import * as http from 'node:http';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';

/** The proxy for networks without direct access: `HTTPS_PROXY`, and the hosts that `NO_PROXY` excepts. */
export interface ProxySettings {
  url: string;
  except: string;
}

const TIMEOUT_MS = 30_000;

/** Whether calls to this address go through the proxy; only https does, by CONNECT. */
export function goesThrough(proxy: ProxySettings | undefined, { protocol, hostname }: URL): boolean {
  if (!proxy || protocol !== 'https:') return false;
  const excepted = proxy.except.split(/[\s,]+/).filter(Boolean);
  return !excepted.some((name) => {
    const bare = name
      .replace(/^\*?\./, '')
      .replace(/:\d+$/, '')
      .toLowerCase();
    return name === '*' || hostname === bare || hostname.endsWith(`.${bare}`);
  });
}

/** Opens a tunnel, and TLS through it to the host itself, so that the proxy sees neither token nor bytes. */
export function tunnel(
  { url }: ProxySettings,
  target: URL,
  done: (error: Error | null, socket: Duplex) => void,
): void {
  const { hostname, port, username, password } = new URL(url);
  const host = `${target.hostname}:${target.port || 443}`;
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const request = http.request({
    hostname,
    port: port || 80,
    method: 'CONNECT',
    path: host,
    headers: { host, ...(username && { 'proxy-authorization': `Basic ${login.toString('base64')}` }) },
    agent: false,
    timeout: TIMEOUT_MS,
  });
  const fail = (reason: string) => done(new Error(reason), undefined as unknown as Duplex);
  request.once('connect', ({ statusCode }, socket) => {
    if (statusCode === 200) {
      done(null, connect({ socket, servername: target.hostname }));
    } else {
      socket.destroy();
      fail(`the proxy answered with status ${statusCode}`);
    }
  });
  request.once('response', (response) => {
    response.resume();
    fail(`the proxy answered with status ${response.statusCode}`);
  });
  request.once('timeout', () => request.destroy(new Error('the proxy did not answer')));
  request.once('error', ({ message }) => fail(message));
  request.end();
}
