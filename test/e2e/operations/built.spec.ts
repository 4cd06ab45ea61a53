import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { ADMIN, startFake } from '../../support/app';
import { Client } from '../../support/client';
import { eventually } from '../../support/eventually';
import type { FakeGraph } from '../../support/fake-graph';
import { MAIN, Product } from '../../support/process';

jest.setTimeout(90_000);

const ROOT = resolve(__dirname, '../../..');
const OWN_FRAME = /\(?(backend\/[\w./-]+\.ts):(\d+):(\d+)\)?$/;

describe('the built server', () => {
  let dir: string;
  let fake: FakeGraph;
  let product: Product;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pagecast-built-'));
    fake = await startFake();
    product = await Product.start(MAIN, { fake, dir });
  });
  afterAll(async () => {
    await product.kill();
    await fake.stop();
    await rm(dir, { recursive: true, force: true });
  });

  it('names file and line of the sources in the log of a fault', async () => {
    const admin = await new Client(product.url).login(ADMIN.email, ADMIN.password);
    const database = new BetterSqlite(join(dir, 'pagecast.sqlite'));
    database.exec('ALTER TABLE categories RENAME TO elsewhere');
    database.close();
    expect((await admin.get('/api/categories')).status).toBe(500);

    // The log comes by a pipe of its own.
    const fault = await eventually(
      () =>
        Promise.resolve(product.logs.find(({ msg }) => msg === 'unexpected fault in GET /api/categories')),
      (line) => line !== undefined,
    );
    const { stack } = fault.err;
    const frames = (stack as string).split('\n').map((frame) => OWN_FRAME.exec(frame));
    const own = frames.filter((frame) => frame !== null);
    // They lie in several parts of the bundle, each with a map of its own.
    expect(own.map(([, file]) => file)).toEqual(
      expect.arrayContaining([
        'backend/database/database.ts',
        'backend/categories/categories.service.ts',
        'backend/categories/categories.controller.ts',
      ]),
    );
    for (const [, file, line, column] of own) {
      const source = (await readFile(join(ROOT, file!), 'utf8')).split('\n')[Number(line) - 1];
      // A call begins with its name, or with what follows `await` or `new`.
      expect(source?.slice(Number(column) - 1)).toMatch(/^[\w(]/);
    }
  });
});
