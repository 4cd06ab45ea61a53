import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { DuePosts } from '../../../backend/publishing/publisher/due-posts';
import { startTestApp, type TestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { eventually } from '../../support/client';
import { FakeGraph } from '../../support/fake-graph';
import { paddedVideo } from '../../support/media';
import { nowToPost } from '../../support/post-times';
import { TestClock } from '../../support/test-clock';

jest.setTimeout(240_000);

const A_MINUTE_MS = 60_000;

/** Where the call of the post's page is held while the backup is made. */
const TITLES = { Uploading: 'reels.bytes', Finishing: 'reels.finish', 'Cut off': 'reels.bytes' };

describe('a post that was being published when the backup was made', () => {
  const clock = new TestClock();
  const fake = new FakeGraph({ processingMs: 50, now: clock.now });
  const held = new Map<string, () => void>();
  let folder = '';
  let app: TestApp;

  const statusOf = async (title: string) =>
    (
      await app.running.nest
        .get(Database)
        .row<{ status: string }>('SELECT status FROM posts WHERE title = ?', [title])
    )?.status;
  const times = (caption: string) => fake.published().filter((each) => each.caption === caption).length;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagecast-under-way-'));
    await mkdir(join(folder, 'old'));
    await fake.start();
    app = await startTestApp({ dir: join(folder, 'old'), fake, clock, env: { SHUTDOWN_GRACE_SECONDS: '1' } });
    const reached: Promise<void>[] = [];
    let n = 0;
    for (const [title, call] of Object.entries(TITLES)) {
      const page = { id: `40030020030040${++n}`, name: title, token: `EAAB_HELD_${n}_` };
      fake.addPage(page);
      const user = await app.users.subscriber({ connected: page });
      reached.push(
        new Promise((resolve) => {
          fake.onCall(call, (given) => {
            if (given.page !== page.id || held.has(`${title} once`)) return undefined;
            held.set(`${title} once`, () => undefined);
            resolve();
            return new Promise<void>((release) => held.set(title, release));
          });
        }),
      );
      const path = await paddedVideo(join(folder, `${n}.mp4`), 60_000, { salt: title });
      const scheduled_for = [(await nowToPost()).toISOString()];
      const { status } = await user.upload('/api/videos', [path], { titles: [title], scheduled_for });
      if (status !== 201) throw new Error(String(status));
    }
    await Promise.all(reached);
    const made = await cli(app.dir, ['backup', '--to', join(folder, 'backups')]);
    if (made.code !== 0) throw new Error(made.err);
    held.get('Uploading')?.();
    held.get('Finishing')?.();
    await fake.waitForPublished(2);
    await app.stop();
    held.get('Cut off')?.();
    const restored = await cli(join(folder, 'new'), ['restore', '--from', join(folder, 'backups')]);
    if (restored.code !== 0) throw new Error(restored.err);
    app = await startTestApp({ dir: join(folder, 'new'), fake, clock });
    for (let step = 0; step < 8; step++) {
      clock.forward(5 * A_MINUTE_MS);
      await app.running.nest.get(DuePosts).look();
      await eventually(
        () =>
          app.running.nest
            .get(Database)
            .rows<{ locked_by: string | null; due_at: number | null }>('SELECT locked_by, due_at FROM posts'),
        (all) =>
          all.every(
            ({ locked_by, due_at }) => locked_by === null && (due_at === null || due_at > clock.now()),
          ),
      );
    }
  });
  afterAll(async () => {
    await app.stop();
    await fake.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(['Uploading', 'Finishing'])(
    'and went out afterwards is known by its id, and not sent again: %s',
    async (title) => {
      expect([await statusOf(title), times(title)]).toEqual(['published', 1]);
    },
  );

  it('and never went out goes on from where it was', async () => {
    expect([await statusOf('Cut off'), times('Cut off')]).toEqual(['published', 1]);
    expect(fake.history('reels.start').filter(({ page }) => page === '400300200300403')).toHaveLength(1);
    expect(fake.violations()).toEqual([]);
  });
});
