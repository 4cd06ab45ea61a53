import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { eventually } from '../../../test/support/eventually';
import { whenOver } from './when-over';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('an answer is over', () => {
  let [begun, over]: [ServerResponse[], number] = [[], 0];
  const server = createServer((_request, answer) => {
    begun.push(answer);
    whenOver(answer, () => over++);
  });
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  beforeEach(() => {
    [begun, over] = [[], 0];
  });
  afterAll(() => server.close());

  const client = () => connect((server.address() as AddressInfo).port, '127.0.0.1');
  const count = (wanted: number, of: () => number) =>
    eventually(
      () => Promise.resolve(of()),
      (seen) => seen === wanted,
    );

  it('once the connection of requests that were pipelined has ended, for each of them', async () => {
    const socket = client();
    socket.write(REQUEST.repeat(50));
    await count(50, () => begun.length);
    socket.destroy();
    await count(50, () => over);
  });

  it('once it is out, and no second time when its connection ends', async () => {
    const socket = client();
    socket.resume().write(REQUEST.repeat(2));
    await count(2, () => begun.length);
    begun[0]?.end('first');
    await count(1, () => over);
    begun[1]?.end('second');
    await count(2, () => over);
    const closed = begun[1] && once(begun[1].req.socket, 'close');
    socket.destroy();
    await closed;
    expect(over).toBe(2);
  });
});
