import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TrustedProxies } from './client-address';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client as limits count it: an IPv4 address or an IPv6 /64. `ip` is only the other end of the connection. */
    readonly clientAddress: string;
  }
}

/** Adds `clientAddress` to every request. */
export function readClientAddresses(instance: FastifyInstance, trustedProxies: readonly string[]): void {
  const proxies = new TrustedProxies(trustedProxies);
  instance.decorateRequest('clientAddress', {
    getter(this: FastifyRequest) {
      return proxies.clientOf(this.socket.remoteAddress, this.headers['x-forwarded-for']);
    },
  });
}
