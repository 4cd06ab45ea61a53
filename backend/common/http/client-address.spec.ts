import { BlockList } from 'node:net';
import { countedAddress, parseNetwork, TrustedProxies } from './client-address';

const proxies = new TrustedProxies(['10.0.0.0/8', 'fd00::/8', '192.0.2.7', '::ffff:198.51.100.0/120']);
const clientOf = (peer: string | undefined, forwarded?: string | string[]) =>
  proxies.clientOf(peer, forwarded);

describe('client address', () => {
  it.each<[string, string | undefined, string]>([
    // A header from an untrusted peer changes nothing.
    ['203.0.113.5', undefined, '203.0.113.5'],
    ['203.0.113.5', '198.18.0.1', '203.0.113.5'],
    ['::ffff:203.0.113.5', '198.18.0.1', '203.0.113.5'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    // Behind a trusted proxy, the last address that is not a trusted proxy counts.
    ['10.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['::ffff:10.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['198.51.100.9', '203.0.113.5', '203.0.113.5'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.5, 192.0.2.7,10.2.3.4', '203.0.113.5'],
    ['10.0.0.1', '203.0.113.5, fd00::17', '203.0.113.5'],
    ['10.0.0.1', '10.0.0.9, 10.0.0.2', '10.0.0.9'],
    ['fd12::1', '2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    // The forms in which proxies write an address.
    ['10.0.0.1', '203.0.113.5:41234', '203.0.113.5'],
    ['10.0.0.1', '[2001:db8::1]:41234', '2001:db8:0:0::/64'],
    ['10.0.0.1', '[2001:db8::1]', '2001:db8:0:0::/64'],
    ['10.0.0.1', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['10.0.0.1', '::ffff:203.0.113.5', '203.0.113.5'],
    ['10.0.0.1', '::ffff:cb00:7105', '203.0.113.5'],
    // Not an address: nothing to the left of it is trusted.
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.5, unknown', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.5,', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.5, 10.0.0.9, "x"', '10.0.0.1'],
    ['10.0.0.1', '010.0.0.1', '10.0.0.1'],
    ['10.0.0.1', '[203.0.113.5]', '10.0.0.1'],
    ['10.0.0.1', ',,,,', '10.0.0.1'],
    // Too long for an address, so that no header causes long work.
    ['10.0.0.1', `fe80::1%${'eth0'.repeat(20)}`, 'fe80:0:0:0::/64'],
    ['10.0.0.1', `fe80::1%${'eth0'.repeat(25)}`, '10.0.0.1'],
    ['10.0.0.1', `${' '.repeat(100)}203.0.113.5`, '10.0.0.1'],
  ])('resolves the peer %s with X-Forwarded-For %s to %s', (peer, forwarded, client) => {
    expect(clientOf(peer, forwarded)).toBe(client);
  });

  it('is unknown when the connection is gone', () => {
    expect(clientOf(undefined, '203.0.113.5')).toBe('unknown');
  });

  it.each([
    [1_000, 1_002],
    [2_000, 2_002],
  ])('checks each of %i proxies in a header once', (count, looks) => {
    const check = jest.spyOn(BlockList.prototype, 'check');
    try {
      const hops = Array.from({ length: count }, () => '10.0.0.2').join();
      expect(clientOf('10.0.0.1', `203.0.113.5,${hops}`)).toBe('203.0.113.5');
      expect(check).toHaveBeenCalledTimes(looks);
    } finally {
      check.mockRestore();
    }
  });

  it('checks nothing to the left of an untrusted address', () => {
    const check = jest.spyOn(BlockList.prototype, 'check');
    try {
      const before = Array.from({ length: 2_000 }, () => '10.0.0.2').join();
      expect(clientOf('10.0.0.1', `${before},203.0.113.5,10.0.0.2`)).toBe('203.0.113.5');
      expect(check).toHaveBeenCalledTimes(3);
    } finally {
      check.mockRestore();
    }
  });

  it('trusts no header when no proxy is configured', () => {
    expect(new TrustedProxies().clientOf('127.0.0.1', '203.0.113.5')).toBe('127.0.0.1');
  });
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
])('counts %s as %s', (address, counted) => expect(countedAddress(address)).toBe(counted));

it.each([
  '',
  'proxy',
  '10.0.0.0/33',
  'fd00::/129',
  '::ffff:10.0.0.0/8',
  '10.0.0.1:80',
  '[fd00::1]',
  'fe80::1%eth0',
  '10.0.0',
  '10.0.0.0/8/8',
  '10.0.0.0/-1',
])('does not read %j as a network', (text) => expect(parseNetwork(text)).toBeUndefined());
