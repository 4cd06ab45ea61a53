import { readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startFake, startTestApp, type TestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { Client } from '../../support/client';
import type { FakeGraph } from '../../support/fake-graph';
import { useScratchFolder } from '../../support/scratch-folder';
import { onSwift } from '../../support/swift/swift';
import { AppBucket } from '../../support/swift/use-bucket';
import { idOf, tusOf } from '../../support/tus';
import { PORTRAIT } from '../../support/video-uploads';

jest.setTimeout(120_000);

onSwift('an unfinished upload in a bucket', (swift) => {
  const scratch = useScratchFolder();
  const video = readFileSync(PORTRAIT);
  let fake: FakeGraph;
  let dir: string;
  let bucket: AppBucket;
  let app: TestApp;
  let user: Client;
  let path: string;
  beforeAll(async () => {
    fake = await startFake();
    dir = scratch('product');
    await mkdir(dir);
    bucket = await AppBucket.make(swift());
    app = await startTestApp({ fake, dir, env: { ...bucket.env, ROLE: 'api' } });
    user = await app.users.subscriber();
    await user.upload('/api/videos', [PORTRAIT]);
    path = await tusOf(user).begin(video.length);
    await tusOf(user).piece(path, 0, video.subarray(0, 1000));
  });
  afterAll(async () => {
    await app.end();
    await bucket.link.end();
    await fake.stop();
  });

  const run = (...args: string[]) => cli(dir, args, { env: bucket.env });
  const offset = async (who = user) =>
    (await tusOf(who).offsetOf(path)).headers.get('upload-offset') ?? undefined;
  const pieces = () => bucket.names(`uploads/${idOf(path)}`);

  it('is no concern of verify, doctor and sweep', async () => {
    const before = await pieces();
    expect(before).toHaveLength(1);
    const verified = await run('verify');
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('Nothing is missing.')]);
    expect(verified.out).not.toMatch(/[1-9]\d* files? that no row/);
    expect((await run('doctor')).out).not.toContain('uploads/');
    expect((await run('sweep')).out).toMatch(/^0 files/);
    expect([await pieces(), await offset()]).toEqual([before, '1000']);
  });

  it('is in no backup, and begins anew when one is restored', async () => {
    expect((await run('backup', '--to', scratch('backups'))).code).toBe(0);
    const kept = await readdir(scratch('backups'), { recursive: true });
    expect(kept.filter((name) => name.endsWith('.mp4'))).toHaveLength(1);
    const other = await AppBucket.make(swift());
    const restored = await cli(scratch('restored'), ['restore', '--from', scratch('backups')], {
      env: { ...other.env, ENCRYPTION_KEY: readFileSync(join(dir, 'encryption-key'), 'utf8').trim() },
    });
    expect([restored.code, restored.err]).toEqual([0, expect.stringMatching(/^Restoring /)]);
    expect(await other.names('uploads/')).toEqual([]);
    const again = await startTestApp({ fake, dir: scratch('restored'), env: other.env });
    try {
      const client = await again.client.login(user.user.email, 'secret-enough');
      expect(await offset(client)).toBe('0');
      expect((await tusOf(client).piece(path, 0, video)).status).toBe(204);
      expect((await client.get(`/api/media/${idOf(path)}`)).status).toBe(200);
    } finally {
      await again.end();
      await other.link.end();
    }
  });

  it('begins anew when the media are moved to another bucket', async () => {
    const other = await AppBucket.make(swift());
    await app.stop();
    const moved = await run('move-media', '--to', other.address);
    expect([moved.code, moved.err]).toEqual([0, '']);
    expect(await other.names('uploads/')).toEqual([]);
    expect(await pieces()).toHaveLength(1);
    app = await startTestApp({ fake, dir, env: other.env });
    user = new Client(app.url, user.token);
    expect(await offset()).toBe('0');
    expect((await tusOf(user).piece(path, 0, video)).status).toBe(204);
    expect((await user.get(`/api/media/${idOf(path)}`)).status).toBe(200);
    await other.link.end();
  });
});
