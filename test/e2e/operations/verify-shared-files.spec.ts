import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { startTestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { fixture } from '../../support/media';

it('counts a file once that several rows name', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'pagecast-verify-'));
  try {
    const dir = join(parent, 'data');
    await mkdir(dir, { mode: 0o700 });
    const app = await startTestApp({ dir });
    const user = await app.users.subscriber({ connected: true });
    await user.upload('/api/videos', [fixture('portrait.mp4'), fixture('rotated.mp4')]);
    const before = (await cli(dir, ['verify'])).out;
    const db = app.running.nest.get(Database);
    const [first] = await db.rows<{ file_key: string; size_bytes: number }>(
      'SELECT file_key, size_bytes FROM posts ORDER BY id',
    );
    await db.run('UPDATE posts SET file_key = ?, size_bytes = ?', [first!.file_key, first!.size_bytes]);
    const { out } = await cli(dir, ['verify']);
    await app.end();
    await app.fake.stop();
    const named = (text: string) =>
      Number(/^Rows name (\d+) files; the storage has (\d+)\.$/m.exec(text)?.[1]);
    expect([named(out), out]).toEqual([named(before) - 1, expect.stringContaining('Nothing is missing.')]);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});
