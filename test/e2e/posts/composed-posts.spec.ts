import { readFileSync } from 'node:fs';
import { QuotaRecount } from '../../../backend/publishing/housekeeping/quota-recount';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { addAccount } from '../../support/more-accounts';
import { idOf, tusOf } from '../../support/tus';
import { PORTRAIT, videoUploads } from '../../support/video-uploads';

// Without a publisher, which would answer to the times.
const app = useApp({ env: { ROLE: 'api' } });
const { usage, filesKept, leavesNothing } = videoUploads(app);
const film = readFileSync(PORTRAIT);
const picture = readFileSync(fixture('photo.jpg'));
const AT = '2030-12-05T12:00:00.000Z';

let user: Client;
let page: number;
let reels: number;
let video: string;
beforeEach(async () => {
  user = await app.users.subscriber();
  const add = (more: Parameters<typeof addAccount>[2]) => addAccount(app.running.nest, user.user.id, more);
  page = await add({ id: '900100', name: 'Bakery', is_default: 1 });
  reels = await add({ id: '900200', name: 'bakery', network: 'instagram', is_default: 1 });
  video = await tusOf(user).upload(film, { filename: 'Winter.mp4' });
});
afterEach(async () => {
  expect(await app.running.nest.get(QuotaRecount).wrong()).toEqual([]);
});

const both = () => [
  { account_id: page, format: 'reel' },
  { account_id: reels, format: 'reel' },
];
const files = (...ids: string[]) => ({ media: ids.map((media_id) => ({ media_id })) });
const upload = (bytes: Buffer, filename: string) => tusOf(user).upload(bytes, { filename });

describe('POST /posts', () => {
  it('makes a post for each target, of which each may have its own text and time', async () => {
    const [own, other] = both();
    const { status, body } = await user.post('/api/posts', {
      ...files(video),
      targets: [{ ...own, description: ' Only here ', scheduled_for: AT }, other],
      description: 'For all',
      first_comment: 'First!',
    });
    expect(status).toBe(201);
    expect(body.posts).toMatchObject([
      {
        ...{ kind: 'video', network: 'facebook', format: 'reel', title: 'Winter' },
        ...{ description: 'Only here', scheduled_for: AT, draft: 0, status: 'pending' },
        ...{ account: { id: page, name: 'Bakery' }, size_bytes: film.length },
      },
      {
        ...{ kind: 'instagram_video', network: 'instagram', format: 'reel', title: 'Winter' },
        ...{ description: 'For all', scheduled_for: null, account: { id: reels } },
      },
    ]);
    const [first, second] = body.posts;
    expect([body.group_id, first.group_id, second.group_id]).toEqual(Array(3).fill(first.id));
    expect((await user.get(`/api/posts?group_id=${body.group_id}`)).body.total).toBe(2);
    expect(body.subscription_status).toHaveProperty('remaining_submissions');
    expect(await usage(user)).toEqual({ tasks: 2, bytes: film.length });
    expect((await user.get(`/api/videos/${first.id}`)).body.title).toBe('Winter');
  });

  it('makes drafts, which keep their time and never go out', async () => {
    const wanted = { ...files(video), targets: both(), draft: 1, scheduled_for: AT };
    const { body } = await user.post('/api/posts', wanted);
    expect(body.posts).toMatchObject([
      { draft: 1, scheduled_for: AT, next_at: null },
      { draft: 1, scheduled_for: AT, next_at: null },
    ]);
    expect((await usage(user)).tasks).toBe(2);
  });

  it('takes "now" for the current minute, and null for the queue', async () => {
    const [own, other] = both();
    const { body } = await user.post('/api/posts', {
      ...files(video),
      scheduled_for: 'now',
      targets: [own, { ...other, scheduled_for: null }],
    });
    const minute = Math.floor(app.clock.now() / 60_000) * 60_000;
    expect(Math.abs(Date.parse(body.posts[0].scheduled_for) - minute)).toBeLessThanOrEqual(60_000);
    expect(body.posts[1].scheduled_for).toBeNull();
  });

  it('makes every format of its files', async () => {
    const [one, two] = [await upload(picture, 'One.jpg'), await upload(picture, 'Two.jpg')];
    const made = async (account_id: number, format: string, more: object) => {
      const { status, body } = await user.post('/api/posts', { targets: [{ account_id, format }], ...more });
      expect([format, status, body.errors]).toEqual([format, 201, undefined]);
      return body.posts[0];
    };
    expect(
      await made(page, 'text', { description: 'Open today', link: 'https://example.com/' }),
    ).toMatchObject({
      ...{ kind: 'text', title: 'Open today', file_path: null, size_bytes: 0 },
    });
    expect(await made(page, 'photo', files(one))).toMatchObject({ kind: 'photo', title: 'One' });
    expect(await made(page, 'multi_photo', files(one, two))).toMatchObject({ kind: 'photo' });
    expect(await made(page, 'video', files(video))).toMatchObject({ kind: 'video', format: 'video' });
    expect(await made(page, 'story', { ...files(video), scheduled_for: AT })).toMatchObject({
      kind: 'video',
    });
    const story = { ...files(one), description: 'ignored', draft: 1 };
    expect(await made(page, 'story', story)).toMatchObject({ kind: 'photo', description: null });
    expect((await usage(user)).tasks).toBe(6);
  });

  it('keeps the files as long as a post uses them', async () => {
    const cover = await upload(picture, 'Cover.jpg');
    const { body } = await user.post('/api/posts', {
      ...files(video),
      targets: both(),
      cover: { media_id: cover },
    });
    for (const id of [video, cover]) expect((await user.delete(`/api/media/${id}`)).status).toBe(409);
    for (const { id } of body.posts) expect((await user.delete(`/api/posts/${id}`)).status).toBe(200);
    expect(await usage(user)).toEqual({ tasks: 0, bytes: 0 });
    for (const id of [video, cover]) expect((await user.get(`/api/media/${id}`)).status).toBe(404);
  });

  it('gives each post a picture of its own', async () => {
    await tusOf(user).send('PUT', `/api/media/${video}/poster`, { 'content-type': 'image/jpeg' }, picture);
    const before = (await filesKept()).length;
    const { body } = await user.post('/api/posts', { ...files(video), targets: both() });
    const pictures = body.posts.map(({ thumbnail_path }: any) => thumbnail_path.split('?')[0]);
    expect(new Set(pictures).size).toBe(2);
    expect((await filesKept()).length - before).toBe(2);
  });

  it('titles a post by the beginning of its text when there is no file', async () => {
    const text = '😀'.repeat(61);
    const targets = [{ account_id: page, format: 'text' }];
    const { body } = await user.post('/api/posts', { targets, description: text });
    expect(body.posts[0].title).toBe('😀'.repeat(60));
    const titled = await user.post('/api/posts', { targets, description: text, title: 'Smile' });
    expect(titled.body.posts[0].title).toBe('Smile');
    const smiles = (count: number) =>
      user.post('/api/posts', { targets, description: text, title: '😀'.repeat(count) });
    expect((await smiles(255)).body.posts[0].title).toBe('😀'.repeat(255));
    expect((await smiles(256)).body.errors.title).toBeDefined();
  });

  it('stores a text of 63,206 code points for a Page', async () => {
    const description = '😀'.repeat(63_206);
    const targets = [{ account_id: page, format: 'text' }];
    const { status, body } = await user.post('/api/posts', { targets, description });
    expect([status, body.posts[0].description === description]).toEqual([201, true]);
  });
});

describe('the warnings of POST /posts', () => {
  it('name the target that they are about, and are those of the check', async () => {
    const wanted = { ...files(video), description: 'Bread', targets: both(), scheduled_for: AT };
    const before = (await user.post('/api/posts', wanted)).body;
    expect(before.warnings.map(({ code }: any) => code)).not.toContain('same_media');
    const [own] = both();
    const again = { ...wanted, targets: [{ ...own, scheduled_for: '2030-12-25T12:00:00Z' }, ...both()] };
    const checked = await user.post('/api/posts/check', again);
    const made = (await user.post('/api/posts', again)).body;
    const kinds = (warnings: any[]) => warnings.map(({ code, target, message }) => [code, target, message]);
    expect(kinds(checked.body.warnings)).toEqual(kinds(made.warnings));
    const about = (target: number) =>
      made.warnings.filter((each: any) => each.target === target).map(({ code }: any) => code);
    expect(about(0)).toEqual(expect.arrayContaining(['same_media', 'no_plan']));
    expect(about(0)).not.toContain('too_close');
    expect(about(1)).toEqual(expect.arrayContaining(['same_media', 'same_text', 'too_close']));
    expect(about(2)).toEqual(expect.arrayContaining(['same_media', 'same_text', 'too_close']));
  });
});

describe('POST /posts/check', () => {
  it('answers the errors of the call, and stores nothing', async () => {
    const cases = [
      { ...files(video), targets: both() },
      { ...files(video), targets: [{ account_id: page, format: 'photo' }] },
      { targets: [] },
      files(idOf(await tusOf(user).begin(10))),
    ];
    for (const wanted of cases) {
      const checked = await leavesNothing(user, () => user.post('/api/posts/check', wanted));
      expect(checked.status).toBe(200);
      const { status, body } = await user.post('/api/posts', wanted);
      expect([status < 300, checked.body.errors]).toEqual([status === 201, body.errors ?? {}]);
    }
  });
});
