import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { parseAddress } from './client-address';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Headers that proxies add. Behind a proxy on this machine, every caller comes from loopback. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * Whether the caller is on this machine and addresses it as such. A foreign page whose host name was pointed here (DNS
 * rebinding) sends its own name.
 */
export function isLocalCaller({ socket, headers }: FastifyRequest): boolean {
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    isThisHost(headers.host ?? '') &&
    FORWARDED.every((name) => headers[name] === undefined)
  );
}

function isThisHost(host: string): boolean {
  const name = /^(\[[^\]]+\]|[^:]+)(?::\d{1,5})?$/.exec(host)?.[1] ?? '';
  return name.toLowerCase() === 'localhost' || isLoopback(name);
}

function isLoopback(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && loopback.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}
