import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseEnv, startFake } from '../../support/app';
import { Client } from '../../support/client';
import { onMariadb } from '../../support/databases';
import type { FakeGraph } from '../../support/fake-graph';
import { paddedVideo } from '../../support/media';
import { MAIN, Product } from '../../support/process';
import { onSwift } from '../../support/swift/swift';
import { AppBucket } from '../../support/swift/use-bucket';
import { idOf, tusOf } from '../../support/tus';
import { Users } from '../../support/users';

jest.setTimeout(150_000);

const MEGABYTE = 1024 ** 2;

onMariadb('api processes on one MariaDB', (makeConfig) => {
  onSwift('and one bucket', (swift) => {
    let fake: FakeGraph;
    let dir: string;
    let bucket: AppBucket;
    const products: Product[] = [];
    beforeAll(async () => {
      fake = await startFake();
      dir = await mkdtemp(join(tmpdir(), 'pagecast-two-processes-'));
      bucket = await AppBucket.make(swift());
    });
    afterAll(async () => {
      await Promise.all(products.map((product) => product.kill()));
      await fake.stop();
      await bucket.link.end();
      await rm(dir, { recursive: true, force: true });
    });

    it('go on with an upload in whose middle another was killed, from what it had acknowledged or later', async () => {
      const env = { ...databaseEnv(await makeConfig()), ...bucket.env, ROLE: 'api' };
      for (const name of ['a', 'b'])
        products.push(await Product.start(MAIN, { fake, dir: join(dir, name), env }));
      const [first, second] = products as [Product, Product];
      const film = await readFile(await paddedVideo(join(dir, 'film.mp4'), 14 * MEGABYTE));
      const { token } = await new Users(new Client(first.url)).subscriber();
      const a = tusOf(new Client(first.url, token));
      const path = await a.begin(film.length);
      const acknowledged = 3 * MEGABYTE;
      expect((await a.piece(path, 0, film.subarray(0, acknowledged))).status).toBe(204);
      const endless = new ReadableStream({
        start: (controller) => controller.enqueue(new Uint8Array(film.subarray(acknowledged, -1000))),
      });
      const cut = a.piece(path, acknowledged, endless).catch(() => 'cut off');
      await new Promise((resolve) => setTimeout(resolve, 500));
      await first.kill();
      expect(await cut).toBe('cut off');

      const user = new Client(second.url, token);
      const b = tusOf(user);
      const { status, headers } = await b.offsetOf(path);
      const offset = Number(headers.get('upload-offset'));
      expect(status).toBe(200);
      expect(offset).toBeGreaterThanOrEqual(acknowledged);
      expect(offset).toBeLessThan(film.length - 1000);
      expect((await b.piece(path, offset, film.subarray(offset))).status).toBe(204);
      const { body } = await user.get(`/api/media/${idOf(path)}`);
      const file = await fetch(`${user.url}/storage/${body.file_path}`);
      expect(Buffer.from(await file.arrayBuffer()).equals(film)).toBe(true);
      expect((await user.get('/api/user/subscription')).body.storage.used).toBe(film.length);
      expect(await bucket.names('uploads/')).toEqual([]);
    });
  });
});
