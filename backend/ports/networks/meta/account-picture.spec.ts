import dns from 'node:dns';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { accountPicture } from './account-picture';
import { GraphClient } from './graph-client';
import { publicLookup } from './public-lookup';

/** What a name resolves to. */
const pointing = (...addresses: string[]) =>
  jest.spyOn(dns, 'lookup').mockImplementation(((_name: string, options: dns.LookupOptions, done: any) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) done(null, found);
    else done(null, found[0]?.address, found[0]?.family);
  }) as never);

afterEach(() => jest.restoreAllMocks());

describe('the picture of an account', () => {
  const hosts = { graphUrl: 'https://graph.test', ruploadUrl: 'https://rupload.test', version: 'v26.0' };
  let machine: Server;
  let connections = 0;
  beforeAll(async () => {
    machine = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((done) => machine.listen(0, '127.0.0.1', done));
  });
  afterAll(() => machine.close());
  beforeEach(() => (connections = 0));

  function fetchFrom(host: string): Promise<Buffer | null> {
    const url = `https://${host}:${(machine.address() as AddressInfo).port}/picture`;
    const text = JSON.stringify({ picture: { data: { url } } });
    const graph = new GraphClient(hosts, () =>
      Promise.resolve({ kind: 'answered', status: 200, headers: {}, text }),
    );
    return accountPicture(graph, 'facebook', { accountId: '1', token: 'token' }, hosts);
  }

  it.each(['pictures.example.com', 'pictures.example.com.', 'localhost.', 'app.localhost', 'nas.internal'])(
    'is not fetched from this machine by the name %s',
    async (host) => {
      pointing('127.0.0.1');
      expect(await fetchFrom(host)).toBeNull();
      expect(connections).toBe(0);
    },
  );
});

describe('a name that is looked up', () => {
  const looked = (all: boolean) =>
    new Promise((resolve) =>
      publicLookup('pictures.example.com', { all }, (error, ...found) => resolve(error?.message ?? found)),
    );

  it.each([
    ['127.0.0.1'],
    ['10.0.0.1', '192.168.1.5'],
    ['169.254.169.254'],
    ['::1'],
    ['fd00::1'],
    ['::ffff:10.0.0.1'],
    ['64:ff9b::10.0.0.1'],
    ['2002:a00:1::'],
  ])('has no address at %s', async (...addresses) => {
    pointing(...addresses);
    for (const all of [true, false])
      expect(await looked(all)).toBe('pictures.example.com has no public address');
  });

  it('has none when it cannot be found', async () => {
    jest
      .spyOn(dns, 'lookup')
      .mockImplementation(((_name: string, _options: unknown, done: any) =>
        done(new Error('not found'))) as never);
    expect(await looked(true)).toBe('not found');
  });

  it('has only its public addresses', async () => {
    pointing('10.0.0.1', '93.184.215.14', '2606:2800:21f:cb07::1');
    expect(await looked(true)).toEqual([
      [
        { address: '93.184.215.14', family: 4 },
        { address: '2606:2800:21f:cb07::1', family: 6 },
      ],
    ]);
    expect(await looked(false)).toEqual(['93.184.215.14', 4]);
  });
});
