import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { OngoingUploads } from './ongoing-uploads';

describe('the uploads under way', () => {
  it.each(['has left before', 'leaves meanwhile'])('give one up whose client %s', async (when) => {
    const socket = new Socket();
    const leave = async () => {
      socket.destroy();
      await once(socket, 'close');
    };
    if (when === 'has left before') await leave();
    const underWay = new OngoingUploads();
    const upload = underWay.run(new IncomingMessage(socket), async (signal) => {
      if (!signal.aborted) await once(signal, 'abort');
      throw signal.reason;
    });
    expect(underWay.count).toBe(1);
    if (when === 'leaves meanwhile') await leave();
    await expect(upload).rejects.toMatchObject({ statusCode: 400 });
    expect(underWay.count).toBe(0);
  });
});
