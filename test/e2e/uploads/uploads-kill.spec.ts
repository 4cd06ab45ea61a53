import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFake } from '../../support/app';
import { Client, eventually } from '../../support/client';
import type { FakeGraph } from '../../support/fake-graph';
import { MAIN, Product } from '../../support/process';
import { idOf, tusOf } from '../../support/tus';
import { Users } from '../../support/users';
import { PORTRAIT } from '../../support/video-uploads';

jest.setTimeout(120_000);

let fake: FakeGraph;
let dir: string;
let product: Product;
beforeAll(async () => {
  fake = await startFake();
  dir = await mkdtemp(join(tmpdir(), 'pagecast-uploads-kill-'));
});
afterAll(async () => {
  await product.kill();
  await fake.stop();
  await rm(dir, { recursive: true, force: true });
});

it('goes on where a killed process stopped in the middle of a piece, with the same bytes', async () => {
  const video = readFileSync(PORTRAIT);
  product = await Product.start(MAIN, { fake, dir });
  const { token } = await new Users(new Client(product.url)).subscriber();
  const before = tusOf(new Client(product.url, token));
  const path = await before.begin(video.length);
  const half = Math.floor(video.length / 2);
  const endless = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(video.subarray(0, half))),
  });
  const cut = before.piece(path, 0, endless).catch(() => 'cut off');
  await eventually(
    () => stat(join(dir, 'uploads', idOf(path))),
    ({ size }) => size === half,
  );
  await product.kill();
  expect(await cut).toBe('cut off');

  product = await Product.start(MAIN, { fake, dir });
  const user = new Client(product.url, token);
  const after = tusOf(user);
  const { status, headers } = await after.offsetOf(path);
  expect([status, headers.get('upload-offset')]).toEqual([200, String(half)]);
  expect((await after.piece(path, half, video.subarray(half))).status).toBe(204);
  const { body } = await user.get(`/api/media/${idOf(path)}`);
  const file = await fetch(`${user.url}/storage/${body.file_path}`);
  expect(Buffer.from(await file.arrayBuffer()).equals(video)).toBe(true);
  expect((await user.get('/api/user/subscription')).body.storage.used).toBe(video.length);
});
