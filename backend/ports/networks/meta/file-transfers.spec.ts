import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { filePieces } from '../../../common/files/file-pieces';
import { PiecePool } from '../../../common/files/piece-pool';
import { exchange } from './http-exchange';

const PIECE = 64 * 1024;

describe('files sent from one pool', () => {
  const KINDS = ['whole', 'whole', 'slow', 'broken', 'abandoned'] as const;
  let server: Server;
  let dir: string;
  const sums = new Map<string, string>();

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'file-transfers-'));
    server = createServer((incoming, response) => {
      const [, kind, name] = incoming.url!.split('/') as [string, (typeof KINDS)[number], string];
      void (async () => {
        const hash = createHash('sha256');
        for await (const chunk of incoming as AsyncIterable<Buffer>) {
          hash.update(chunk);
          if (kind === 'broken') return incoming.socket.destroy();
          if (kind === 'slow') await pause(5);
        }
        sums.set(name, hash.digest('hex'));
        response.end('{}');
        return undefined;
      })().catch(() => response.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
    return rm(dir, { recursive: true });
  });

  it('arrive unchanged, however the others end', async () => {
    const pool = new PiecePool(PIECE, 16 * PIECE);
    const { port } = server.address() as AddressInfo;
    const one = async (n: number) => {
      const kind = KINDS[n % KINDS.length]!;
      const bytes = randomBytes(300_000 + n * 7_919);
      const path = join(dir, String(n));
      await writeFile(path, bytes);
      const body = filePieces(await open(path), pool);
      const giveUp = new AbortController();
      if (kind === 'abandoned') setTimeout(() => giveUp.abort(), n % 7);
      const result = await exchange({
        method: 'POST',
        url: new URL(`http://127.0.0.1:${port}/${kind}/${n}`),
        headers: { 'content-length': bytes.length },
        body,
        timeoutMs: 30_000,
        signal: giveUp.signal,
      });
      const sum = createHash('sha256').update(bytes).digest('hex');
      return { n, kind, arrived: result.kind === 'answered', same: sums.get(String(n)) === sum };
    };
    const results = [];
    for (let round = 0; round < 5; round++)
      results.push(...(await Promise.all(Array.from({ length: 40 }, (_, n) => one(round * 40 + n)))));
    const whole = results.filter(({ kind }) => kind === 'whole' || kind === 'slow');
    expect(whole.filter(({ arrived, same }) => !arrived || !same)).toEqual([]);
    expect(results.filter(({ n, same }) => sums.has(String(n)) && !same)).toEqual([]);
    expect(pool.kept).toBeGreaterThan(0);
  });
});
