import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AutoPosting } from '../../../backend/autopost/auto-posting';
import { DuePosts } from '../../../backend/publishing/publisher/due-posts';
import { startFake, startTestApp, type TestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { eventually } from '../../support/client';
import { addCategory, addSharedVideo } from '../../support/shared-library';
import { TestClock } from '../../support/test-clock';

jest.setTimeout(240_000);

const AN_HOUR_MS = 3_600_000;

it('a restored account never gets a video of the library that it got after the backup', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pagecast-restored-library-'));
  const clock = new TestClock();
  const fake = await startFake();
  let app: TestApp | undefined;
  const captions = () => fake.published().map(({ caption }) => caption);
  try {
    await mkdir(join(folder, 'old'));
    const old = { dir: join(folder, 'old'), fake, clock };
    // Nothing is published before the backup.
    app = await startTestApp({ ...old, env: { ROLE: 'api' } });
    const admin = await app.users.admin();
    const category = await addCategory(admin, 'Shared');
    for (const title of ['First', 'Second', 'Third', 'Fourth']) await addSharedVideo(admin, title, category);
    const user = await app.users.subscriber({ connected: true });
    await admin.put(`/api/admin/users/${user.user.id}`, { can_use_shared_videos: 1 });
    await user.put('/api/user/preferences/categories', { category_ids: [category] });
    expect(await cli(app.dir, ['backup', '--to', join(folder, 'backups')])).toMatchObject({ code: 0 });
    await app.stop();
    app = await startTestApp(old);
    await fake.waitForPublished(1);
    expect(captions()).toEqual(['First']);
    await app.stop();

    const restored = await cli(join(folder, 'new'), ['restore', '--from', join(folder, 'backups')]);
    expect(restored.out).toContain('Videos of the library that automatic posting skips from now on: 2.');
    const restarted = await startTestApp({ dir: join(folder, 'new'), fake, clock });
    app = restarted;
    await eventually(
      async () => {
        clock.forward(AN_HOUR_MS / 3);
        await restarted.running.nest.get(AutoPosting).look();
        await restarted.running.nest.get(DuePosts).look();
        return captions().length;
      },
      (count) => count === 3,
    );
    expect(captions()).toEqual(['First', 'Third', 'Fourth']);
  } finally {
    await app?.stop();
    await fake.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
