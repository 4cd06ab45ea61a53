import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startFake } from '../../support/app';
import { Client } from '../../support/client';
import { ADMIN } from '../../support/credentials';
import type { FakeGraph } from '../../support/fake-graph';
import { MAIN, Product } from '../../support/process';
import { KEYS, onSwift } from '../../support/swift/swift';
import { AppBucket } from '../../support/swift/use-bucket';
import { Users } from '../../support/users';
import { PORTRAIT } from '../../support/video-uploads';

jest.setTimeout(150_000);

const NAMES_MODULES = { NODE_OPTIONS: `--require ${resolve(__dirname, '../../support/names-modules.cjs')}` };

let fake: FakeGraph;
let dir: string;
beforeEach(async () => {
  fake = await startFake();
  dir = await mkdtemp(join(tmpdir(), 'pagecast-bucket-'));
});
afterEach(async () => {
  await fake.stop();
  await rm(dir, { recursive: true, force: true, maxRetries: 10 });
});

/** The packages of Amazon's that it had loaded when it ended. */
async function loadedBy(product: Product): Promise<string[]> {
  product.signal('SIGTERM');
  expect(await product.exit()).toEqual({ code: 0, signal: null });
  const line = product.printed.find((text) => text.startsWith('loaded: ')) ?? '';
  return line.split(' ').filter((name) => /aws|smithy/.test(name));
}

it('loads nothing for buckets while media are in a folder', async () => {
  expect(await loadedBy(await Product.start(MAIN, { fake, dir, env: NAMES_MODULES }))).toEqual([]);
});

onSwift('with media in a bucket', (swift) => {
  it('starts as it was built, serves them, logs no address that is signed, and ends', async () => {
    const bucket = await AppBucket.make(swift());
    const env = { ...NAMES_MODULES, ...bucket.env, LOG_LEVEL: 'trace' };
    const product = await Product.start(MAIN, { fake, dir, env });
    const user = await new Users(new Client(product.url)).subscriber();
    const { status, body } = await user.upload('/api/videos', [PORTRAIT]);
    expect(status).toBe(201);
    const shown = await fetch(`${product.url}/storage/${body.videos[0].file_path}`);
    expect(Buffer.from(await shown.arrayBuffer()).equals(await readFile(PORTRAIT))).toBe(true);
    expect(new URL(shown.url).origin).toBe(bucket.link.url);
    const page = await fetch(`${product.url}/login`);
    expect(page.headers.get('content-security-policy')).toContain(
      `media-src 'self' blob: ${bucket.link.url}`,
    );

    bucket.link.fate = () => ({ status: 403, code: 'SignatureDoesNotMatch' });
    expect((await user.upload('/api/videos', [PORTRAIT])).status).toBe(503);
    expect(await loadedBy(product)).toContain('@aws-sdk/client-s3');
    const written = JSON.stringify([product.logs, product.printed]);
    expect(written).toContain('SignatureDoesNotMatch');
    expect(written).not.toMatch(/X-Amz-|Signature=/);
    for (const secret of [KEYS.accessKeyId, KEYS.secretAccessKey, ADMIN.password])
      expect(written).not.toContain(`"${secret}"`);
    await bucket.link.end();
  });
});
