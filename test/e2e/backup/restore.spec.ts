import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { MAY_HAVE_GONE_OUT } from '../../../backend/ports/networks/network';
import { DuePosts } from '../../../backend/publishing/publisher/due-posts';
import { startTestApp, type TestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { Client, eventually } from '../../support/client';
import { FakeGraph } from '../../support/fake-graph';
import { paddedVideo, saltedPhoto } from '../../support/media';
import { nowToPost } from '../../support/post-times';
import { TestClock } from '../../support/test-clock';

jest.setTimeout(240_000);

const A_MINUTE_MS = 60_000;
const A_DAY_MS = 24 * 60 * A_MINUTE_MS;

interface Post {
  title: string;
  status: string;
  scheduled_for: number | null;
  upload_error: string | null;
  due_at: number | null;
  locked_by: string | null;
}

describe('a restored installation, whose former one published after the backup', () => {
  const clock = new TestClock();
  const fake = new FakeGraph({ processingMs: 50, now: clock.now });
  let folder = '';
  let app: TestApp;
  let restored = { code: null as number | null, out: '', err: '' };
  let session = '';
  let files = 0;
  let pages = 0;
  let lost = { id: '', name: '', token: '' };

  const start = (name: string, env: Record<string, string> = {}) =>
    startTestApp({ dir: join(folder, name), fake, clock, env });

  async function subscriber(): Promise<Client> {
    const n = ++pages;
    const page = {
      id: `30020030040050${n}`,
      name: `Page ${n}`,
      token: `EAAB_PAGE_${n}_`,
      igId: `178414000009${n}`,
    };
    fake.addPage(page);
    lost = page;
    return app.users.subscriber({ connected: page });
  }

  async function upload(user: Client, title: string, at: Date | null, list = '/api/videos'): Promise<number> {
    const salt = `${++files}`;
    const isPhoto = list === '/api/photos';
    const path = isPhoto
      ? await saltedPhoto(join(folder, `${salt}.jpg`), salt)
      : await paddedVideo(join(folder, `${salt}.mp4`), 60_000, { salt });
    const times: Record<string, string[]> = at ? { scheduled_for: [at.toISOString()] } : {};
    const { status, body } = await user.upload(
      list,
      [path],
      { titles: [title], ...times },
      isPhoto ? 'photos' : 'videos',
    );
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return (body.videos ?? body.photos)[0].id;
  }

  const posts = async (): Promise<Post[]> =>
    app.running.nest
      .get(Database)
      .rows<Post>(
        'SELECT title, status, scheduled_for, upload_error, due_at, locked_by FROM posts ORDER BY id',
      );

  /** The clock goes on, in steps, and the publisher does what is due after each. */
  async function pass(ms: number, steps: number): Promise<void> {
    for (let n = 0; n < steps; n++) {
      clock.forward(ms / steps);
      await app.running.nest.get(DuePosts).look();
      await eventually(posts, (all) =>
        all.every(({ title, locked_by, due_at }) => {
          const isPaused = title === 'Page lost';
          return locked_by === null && (isPaused || due_at === null || due_at > clock.now());
        }),
      );
    }
  }

  const named = async (title: string) => (await posts()).filter((post) => post.title === title);
  const times = (caption: string) => fake.published().filter((each) => each.caption === caption).length;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagecast-restore-'));
    await fake.start();
    await mkdir(join(folder, 'old'));
    app = await start('old', { ROLE: 'api' });
    const users = [];
    for (let n = 0; n < 5; n++) users.push(await subscriber());
    const [one, two, three, four, five] = users as [Client, Client, Client, Client, Client];
    session = one.token ?? '';
    await four.post('/api/captions', { content: 'A caption of the rotation' });
    // Each asks anew: one time might pass before the last of them has come in.
    await upload(one, 'Found', await nowToPost());
    await upload(one, 'Found photo', await nowToPost(), '/api/photos');
    await upload(one, 'Found reel', await nowToPost(), '/api/instagram/videos');
    const deleted = await upload(two, 'Never sent', await nowToPost());
    await upload(two, 'Waiting', null);
    await upload(two, 'Tomorrow', await nowToPost(A_DAY_MS));
    await upload(three, 'Twin', await nowToPost());
    await upload(three, 'Twin', await nowToPost());
    await upload(four, 'Captioned', await nowToPost());
    await upload(five, 'Page lost', await nowToPost());

    const to = join(folder, 'backups');
    const made = await cli(app.dir, ['backup', '--to', to]);
    if (made.code !== 0) throw new Error(made.err);
    // What the backup has and the former installation never sends.
    await two.delete(`/api/videos/${deleted}`);
    await app.stop();
    app = await start('old');
    await fake.waitForPublished(7);
    await app.stop();
    fake.revoke(lost.token);

    restored = await cli(join(folder, 'new'), ['restore', '--from', to]);
    app = await start('new');
    await pass(30 * A_MINUTE_MS, 6);
  });
  afterAll(async () => {
    await app.stop();
    await fake.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is told what was done', () => {
    expect([restored.code, restored.out]).toEqual([
      0,
      expect.stringMatching(/^Posts that may have gone out since: 9\./m),
    ]);
    expect(restored.out).toMatch(/^Media: 1\d files were copied\.$/m);
  });

  it('knows the posts that it finds on the network, and sends none of them again', async () => {
    for (const title of ['Found', 'Found photo', 'Found reel']) {
      expect(await named(title)).toMatchObject([{ status: 'published', upload_error: null }]);
      expect(times(title)).toBe(1);
    }
  });

  it('sends what nobody has sent, once', async () => {
    expect(await named('Never sent')).toMatchObject([{ status: 'published' }]);
    expect(times('Never sent')).toBe(1);
  });

  it('holds what it cannot tell apart, with the sentence', async () => {
    const held = { status: 'failed', upload_error: MAY_HAVE_GONE_OUT };
    expect(await named('Twin')).toMatchObject([held, held]);
    expect(await named('Captioned')).toMatchObject([held]);
    expect([times('Twin'), times('A caption of the rotation')]).toEqual([2, 1]);
  });

  it('leaves posts alone whose time is in the future, or that wait for their turn', async () => {
    expect(await named('Tomorrow')).toMatchObject([{ status: 'pending', upload_error: null }]);
    expect(await named('Waiting')).toMatchObject([{ status: 'pending', scheduled_for: null, due_at: null }]);
    expect([times('Tomorrow'), times('Waiting')]).toEqual([0, 0]);
  });

  it('has signed everybody out', async () => {
    expect((await new Client(app.url, session).get('/api/user')).status).toBe(401);
  });

  it('ends a post whose page cannot be read with the sentence, and sends the others at their time', async () => {
    expect(await named('Page lost')).toMatchObject([
      { status: expect.not.stringMatching(/published|failed/) },
    ]);
    await pass(25 * 60 * A_MINUTE_MS, 5);
    const [ended] = await eventually(
      () => named('Page lost'),
      ([post]) => post?.status === 'failed',
    );
    expect(ended?.upload_error).toBe(MAY_HAVE_GONE_OUT);
    // An hour after the post before it was settled; automatic posting looks at its own tick.
    await eventually(
      async () => {
        clock.forward(20 * A_MINUTE_MS);
        return named('Waiting');
      },
      ([post]) => post?.status === 'published',
    );
    expect([times('Page lost'), times('Tomorrow'), times('Waiting')]).toEqual([1, 1, 1]);
    expect(fake.violations()).toEqual([]);
  });
});
