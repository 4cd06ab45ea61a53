import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { Housekeeping } from '../../../backend/publishing/housekeeping/housekeeping';
import { QuotaRecount } from '../../../backend/publishing/housekeeping/quota-recount';
import { useApp } from '../../support/app';
import { fixture } from '../../support/media';

describe('housekeeping', () => {
  const app = useApp({ env: { ROLE: 'api' } });
  // Whose own housekeeping does not come by meanwhile.

  const yesterday = new Date(Date.now() - 86_400_000);

  it('removes what a dead process left behind, and nothing that is in use', async () => {
    const user = await app.users.subscriber({ connected: true });
    const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')]);
    const media = join(app.dir, 'media');
    for (const drawer of (await readdir(media)).filter((name) => /^[0-9a-f]{2}$/.test(name)))
      for (const name of await readdir(join(media, drawer)))
        await utimes(join(media, drawer, name), yesterday, yesterday);
    const orphan = join(media, 'ab', `ab${'0'.repeat(38)}.mp4`);
    const halfUpload = join(media, 'incoming', 'left-over');
    await mkdir(join(media, 'ab'), { recursive: true });
    for (const path of [orphan, halfUpload]) {
      await writeFile(path, 'bytes');
      await utimes(path, yesterday, yesterday);
    }

    await app.running.nest.get(Housekeeping).tidy();

    expect([existsSync(orphan), existsSync(halfUpload)]).toEqual([false, false]);
    const file = await fetch(`${app.url}/storage/${body.videos[0].file_path}`);
    expect(file.status).toBe(200);
  });

  it('counts the quota anew from the rows', async () => {
    const user = await app.users.subscriber({ connected: true });
    await user.upload('/api/videos', [fixture('portrait.mp4')]);
    await app.running.nest.get(Database).run('UPDATE quota_usage SET tasks_used = 99, storage_used = 1');
    await app.running.nest.get(QuotaRecount).run();
    const { body } = await user.get('/api/user/subscription');
    expect(body.submissions.used).toBe(1);
    expect(body.storage.used).toBeGreaterThan(10_000);
  });
});
