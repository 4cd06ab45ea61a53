import { BlockList, isIP } from 'node:net';

interface Network {
  address: string;
  bits: number;
  family: 'ipv4' | 'ipv6';
}

/** Parses an address or a network: `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. @returns undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  const [, given = '', length] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseAddress(given);
  if (address === undefined || isIP(given) === 0) return undefined;
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  const most = family === 'ipv4' ? 32 : 128;
  // The prefix length of an IPv4-mapped network includes the 96 bits before the IPv4 address.
  const bits = length === undefined ? most : Number(length) - (isIP(given) === 6 ? 128 - most : 0);
  return bits >= 0 && bits <= most ? { address, bits, family } : undefined;
}

/** Longer than any address with its zone, brackets and port. Longer text is not parsed. */
const MOST_CHARACTERS = 100;

/**
 * Parses an address as proxies write it into `X-Forwarded-For`: bare, with a port, in brackets, with a zone. IPv4
 * mapped into IPv6 becomes IPv4.
 */
export function parseAddress(text: string): string | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed)?.[1];
  const withPort = /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1];
  const address = (bracketed ?? withPort ?? trimmed).replace(/%.*$/, '');
  const version = isIP(address);
  if (version === 0 || (bracketed !== undefined && version !== 6)) return undefined;
  return version === 4 ? address : (mappedIpv4(address) ?? address);
}

function mappedIpv4(address: string): string | undefined {
  const groups = groupsOf(address);
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return undefined;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address
    .replace(/[\d.]+$/, (end) => (end.includes('.') ? hexadecimal(end) : end))
    .split('::');
  const numbers = (part = '') => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const [first, last] = [numbers(head), numbers(tail)];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

function hexadecimal(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

/** What limits count as one client: an IPv4 address, or the /64 that is the least an IPv6 customer gets. */
export function countedAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const prefix = groupsOf(address).slice(0, 4);
  return `${prefix.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The reverse proxies whose `X-Forwarded-For` is trusted. */
export class TrustedProxies {
  private readonly networks = new BlockList();

  constructor(networks: readonly string[] = []) {
    for (const network of networks) {
      const { address, bits, family } = parseNetwork(network) ?? {};
      if (address !== undefined && bits !== undefined) this.networks.addSubnet(address, bits, family);
    }
  }

  /**
   * The client that sent the request, as limits count it: the last address of `X-Forwarded-For` that is not a trusted
   * proxy. Reads only what trusted proxies appended; a client may have forged everything to the left.
   */
  clientOf(peer: string | undefined, forwardedFor: string | string[] | undefined): string {
    let client = parseAddress(peer ?? '');
    if (client === undefined) return 'unknown';
    const hops = String(forwardedFor ?? '').split(',');
    while (this.trusts(client)) {
      const hop = parseAddress(hops.pop() ?? '');
      if (hop === undefined) break;
      client = hop;
    }
    return countedAddress(client);
  }

  private trusts(address: string): boolean {
    return this.networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
}
