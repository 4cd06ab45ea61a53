import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ifPresent } from './rehearsal-store';

const HOST = '127.0.0.1';

/**
 * Listens on the port that this folder used before, if it is free, so that upload addresses from before a restart stay
 * valid. A second process on the same folder gets another port.
 */
export async function listenLastingly(server: Server, dir: string, wanted: number): Promise<number> {
  const path = join(dir, 'port');
  const before = Number(ifPresent(() => readFileSync(path, 'utf8')));
  if (wanted === 0 && isPort(before) && (await listen(server, before).catch(() => 0)) === before)
    return before;
  const port = await listen(server, wanted);
  if (!isPort(before)) await writeFile(path, String(port));
  return port;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const isPort = (port: number) => Number.isInteger(port) && port > 1023 && port < 65_536;
