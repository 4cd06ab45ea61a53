import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AutoPosting } from '../../../backend/autopost/auto-posting';
import { Database } from '../../../backend/database/database';
import { Housekeeping } from '../../../backend/publishing/housekeeping/housekeeping';
import { MissedPosts } from '../../../backend/publishing/publisher/missed-posts';
import { databaseEnv, startFake, startTestApp, useApp } from '../../support/app';
import { Client, eventually } from '../../support/client';
import { onMariadb } from '../../support/databases';
import { fixture } from '../../support/media';
import { PATIENCE_MS } from '../../support/patience';
import { PublishingHarness } from '../../support/publishing-harness';
import { nowToPost } from '../../support/post-times';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const upload = (user: Client, title: string, at?: number) =>
  user.upload('/api/videos', [fixture('portrait.mp4')], {
    titles: [title],
    ...(at !== undefined && { scheduled_for: [new Date(at).toISOString()] }),
  });
const item = async (user: Client, id: number) => (await user.get(`/api/videos/${id}`)).body;
/** How long a post waits whose publication found the storage away. */
const AGAIN_MS = 5_000;
const isPublished = (user: Client, id: number) =>
  eventually(
    () => item(user, id),
    ({ status }) => status === 'published',
    PATIENCE_MS + AGAIN_MS,
  );

describe('while the media folder is gone', () => {
  const app = useApp();
  let user: Client;
  let media: string;
  beforeAll(async () => {
    user = await app.users.subscriber({ connected: true });
    media = join(app.dir, 'media');
  });

  it.each(['is gone', 'has lost its mark'])(
    'refuses uploads with a 503, lets due posts wait and fails none, %s',
    async (how) => {
      const { body } = await upload(user, how, Date.now() + 3_600_000);
      const { id, file_path: link } = body.videos[0];
      const [from, to] =
        how === 'is gone'
          ? [media, `${media}-away`]
          : [join(media, 'installation-id'), join(app.dir, 'mark')];
      await rename(from, to);
      await user.put(`/api/videos/${id}/reschedule`, { scheduled_for: (await nowToPost()).toISOString() });

      const refused = await upload(user, 'Refused');
      expect([refused.status, refused.body.error]).toEqual([503, 'unavailable']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      if (how === 'is gone') expect((await fetch(`${app.url}/storage/${link}`)).status).toBe(503);
      await app.running.nest.get(Housekeeping).tidy();
      await pause(4_000);
      expect(await item(user, id)).toMatchObject({ status: 'pending', upload_error: null });
      const [row] = await app.running.nest
        .get(Database)
        .rows<{ tries: number }>('SELECT tries FROM posts WHERE id = ?', [id]);
      expect(row!.tries).toBe(0);

      await rename(to, from);
      await isPublished(user, id);
      expect((await upload(user, 'Taken')).status).toBe(201);
      expect(app.fake.published().filter(({ title }) => title === how)).toHaveLength(1);
    },
  );

  it('between the claim and the first byte: the post goes out when it is back, and has lost no try', async () => {
    const { body } = await upload(user, 'Cut off', Date.now() + 60_000);
    const { id } = body.videos[0];
    const away = `${media}-away`;
    const isGone = new Promise<void>((resolve, reject) => {
      const forget = app.fake.onCall('reels.start', () => {
        forget();
        return rename(media, away).then(resolve, reject);
      });
    });
    await user.put(`/api/videos/${id}/reschedule`, { scheduled_for: (await nowToPost()).toISOString() });
    await isGone;
    await pause(4_000);
    expect(await item(user, id)).toMatchObject({ upload_error: null });
    await rename(away, media);
    await isPublished(user, id);
    expect(app.fake.published().filter(({ title }) => title === 'Cut off')).toHaveLength(1);
  });

  it('fails a post in words when its file alone is missing', async () => {
    const { body } = await upload(user, 'One file');
    const { id, file_path } = body.videos[0];
    const key: string = file_path.split('?')[0];
    await rename(join(media, key.slice(0, 2), key), join(app.dir, key));
    await user.put(`/api/videos/${id}/reschedule`, { scheduled_for: (await nowToPost()).toISOString() });
    const failed = await eventually(
      () => item(user, id),
      ({ status }) => status === 'failed',
    );
    expect(failed.upload_error).toBe('The media file is missing. Upload it again.');
  });
});

it('gives a post another turn when it could not use its turn in time', async () => {
  const MINUTE = 60_000;
  const harness = await PublishingHarness.start({ env: { MISSED_AFTER_MINUTES: '60' } });
  try {
    const account = await harness.addUser();
    const id = await harness.post(account, 'Another turn', { at: null });
    const media = join(harness.app.dir, 'media');
    await rename(media, `${media}-away`);
    const { nest } = harness.app.running;
    harness.forward(61 * MINUTE);
    await nest.get(AutoPosting).look();
    const { due_at: turn } = await harness.row(id);
    expect(turn).not.toBeNull();
    harness.forward(62 * MINUTE);
    await nest.get(MissedPosts).endMissed();
    expect((await harness.row(id)).due_at).not.toBe(turn);
    await rename(`${media}-away`, media);
    harness.forward(2 * MINUTE);
    await nest.get(AutoPosting).look();
    expect((await harness.runToEnd(account, id)).status).toBe('published');
  } finally {
    await harness.end();
  }
});

it('refuses uploads after a start beside an empty mount point, until the media are mounted', async () => {
  const first = await startTestApp();
  const user = await first.users.subscriber({ connected: true });
  await upload(user, 'Before');
  await first.stop();
  const media = join(first.dir, 'media');
  await rename(media, `${media}-away`);
  const second = await startTestApp({ dir: first.dir, fake: first.fake });
  const again = new Client(second.url, user.token);
  expect((await upload(again, 'Refused')).status).toBe(503);
  await expect(writeFile(join(media, 'x'), '')).rejects.toThrow('ENOENT');
  await rename(`${media}-away`, media);
  expect((await upload(again, 'Taken')).status).toBe(201);
  await second.stop();
  await first.fake.stop();
});

onMariadb('two processes with folders of their own', (makeConfig) => {
  it('fail no post: the one that has not the file waits, and takes no uploads', async () => {
    const config = await makeConfig();
    const env = databaseEnv(config);
    const fake = await startFake();
    const api = await startTestApp({ fake, env: { ...env, ROLE: 'api' } });
    const publisher = await startTestApp({ fake, env: { ...env, ROLE: 'publisher' } });
    const other = await startTestApp({ fake, env: { ...env, ROLE: 'api' } });
    try {
      const user = await api.users.subscriber({ connected: true });
      const { status, body } = await upload(user, 'Where is it', (await nowToPost()).getTime());
      expect(status).toBe(201);
      expect((await upload(new Client(other.url, user.token), 'Refused')).status).toBe(503);
      await pause(4_000);
      expect(await item(user, body.videos[0].id)).toMatchObject({ status: 'pending', upload_error: null });
    } finally {
      for (const each of [api, publisher, other]) await each.end();
      await fake.stop();
    }
  });
});
