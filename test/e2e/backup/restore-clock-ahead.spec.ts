import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { DuePosts } from '../../../backend/publishing/publisher/due-posts';
import { startTestApp, type TestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { eventually } from '../../support/client';
import { FakeGraph } from '../../support/fake-graph';
import { PAGE } from '../../support/credentials';
import { paddedVideo } from '../../support/media';
import { TestClock } from '../../support/test-clock';

jest.setTimeout(240_000);

const A_MINUTE_MS = 60_000;
const AN_HOUR_MS = 60 * A_MINUTE_MS;
/** How far the clock was ahead while the former installation ran, and how long ago that was. */
const AHEAD_MS = 3 * AN_HOUR_MS;
const AGO_MS = AN_HOUR_MS;

interface Post {
  title: string;
  status: string;
  due_at: number | null;
  locked_by: string | null;
}

describe('an installation that was restored from a backup which was made while the clock was ahead', () => {
  const [clock, meta] = [new TestClock(), new TestClock()];
  const fake = new FakeGraph({ processingMs: 50, now: meta.now });
  let folder = '';
  let app: TestApp;

  const posts = () =>
    app.running.nest.get(Database).rows<Post>('SELECT title, status, due_at, locked_by FROM posts');
  const times = (caption: string) => fake.published().filter((each) => each.caption === caption).length;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagecast-clock-ahead-'));
    await mkdir(join(folder, 'old'));
    await fake.start();
    fake.addPage(PAGE);
    meta.ahead = -AGO_MS;
    clock.ahead = AHEAD_MS - AGO_MS;
    app = await startTestApp({ dir: join(folder, 'old'), fake, clock, env: { ROLE: 'api' } });
    const user = await app.users.subscriber({ connected: true });
    const upload = async (title: string, at: number) => {
      const path = await paddedVideo(join(folder, `${title}.mp4`), 60_000, { salt: title });
      const scheduled_for = [new Date(at).toISOString()];
      const { status, body } = await user.upload('/api/videos', [path], { titles: [title], scheduled_for });
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    };
    await upload('Due', clock.now() + A_MINUTE_MS);
    await upload('Due after the backup', clock.now() + 30 * A_MINUTE_MS);
    await upload('Tomorrow', clock.now() + 30 * AN_HOUR_MS);
    const to = join(folder, 'backups');
    const made = await cli(app.dir, ['backup', '--to', to]);
    if (made.code !== 0) throw new Error(made.err);
    const [name = ''] = (await readdir(to)).filter((each) => each.startsWith('2'));
    const manifest = join(to, name, 'manifest.json');
    const text = (await readFile(manifest, 'utf8')).replace(/"takenAt": \d+/, `"takenAt": ${clock.now()}`);
    await writeFile(manifest, text);
    await app.stop();

    // By Meta's clock, both go out within the hour after the backup.
    app = await startTestApp({ dir: join(folder, 'old'), fake, clock });
    for (const minutes of [1, 40]) {
      clock.forward(minutes * A_MINUTE_MS);
      meta.forward(minutes * A_MINUTE_MS);
      await app.running.nest.get(DuePosts).look();
      await fake.waitForPublished(minutes === 1 ? 1 : 2);
    }
    await app.stop();

    clock.reset();
    meta.reset();
    const restored = await cli(join(folder, 'new'), ['restore', '--from', to]);
    if (restored.code !== 0) throw new Error(restored.err);
    app = await startTestApp({ dir: join(folder, 'new'), fake, clock });
    // Until after the time by which the clock had been ahead.
    for (let step = 0; step < 10; step++) {
      clock.forward(20 * A_MINUTE_MS);
      meta.forward(20 * A_MINUTE_MS);
      await app.running.nest.get(DuePosts).look();
      await eventually(posts, (all) =>
        all.every(({ locked_by, due_at }) => locked_by === null && (due_at === null || due_at > clock.now())),
      );
    }
  });
  afterAll(async () => {
    await app.stop();
    await fake.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(['Due', 'Due after the backup'])(
    'knows what had gone out by then, and does not send it again: %s',
    async (title) => {
      const [post] = (await posts()).filter((each) => each.title === title);
      expect([post?.status, times(title)]).toEqual(['published', 1]);
    },
  );

  it('leaves a post alone whose time is far away', async () => {
    const [post] = (await posts()).filter(({ title }) => title === 'Tomorrow');
    expect([post?.status, times('Tomorrow')]).toEqual(['pending', 0]);
    expect(fake.violations()).toEqual([]);
  });
});
