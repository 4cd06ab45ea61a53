import { BlockList, isIP } from 'node:net';

/** Networks whose addresses nobody outside reaches (IANA's special-purpose registries). */
const PRIVATE: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  // Contain addresses of IPv4, which may be private.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const privateNetworks = new BlockList();
for (const [address, bits] of PRIVATE)
  privateNetworks.addSubnet(address, bits, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Names that only a machine or its own network resolves. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** Whether everybody can reach the address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  // A list of IPv4 networks also knows their addresses inside IPv6.
  return version !== 0 && !privateNetworks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** Whether Meta can fetch from there: https, and neither a private address nor a name without a domain. */
export function isPublicOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  if (protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !PRIVATE_NAME.test(host);
}
