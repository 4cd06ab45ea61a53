import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Where nothing listens. Not one that the system would choose: whoever else asks it for a port, or calls somebody, could
 * get it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
