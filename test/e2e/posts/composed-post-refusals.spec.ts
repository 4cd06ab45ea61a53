import { readFileSync } from 'node:fs';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { addAccount } from '../../support/more-accounts';
import { idOf, tusOf } from '../../support/tus';
import { PORTRAIT, videoUploads } from '../../support/video-uploads';

const app = useApp({ env: { ROLE: 'api' } });
const { leavesNothing } = videoUploads(app);
const film = readFileSync(PORTRAIT);
const picture = readFileSync(fixture('photo.jpg'));
const AT = '2030-12-05T12:00:00Z';

let user: Client;
let page: number;
let profile: number;
let video: string;
let photo: string;
beforeAll(async () => {
  user = await app.users.subscriber({ tasks: 50 });
  page = await addAccount(app.running.nest, user.user.id, { id: '900100', is_default: 1 });
  profile = await addAccount(app.running.nest, user.user.id, {
    ...{ id: '900200', network: 'instagram', is_default: 1 },
  });
  video = await tusOf(user).upload(film, { filename: 'Winter.mp4' });
  photo = await tusOf(user).upload(picture, { filename: 'Loaf.jpg' });
});

const reel = () => ({ account_id: page, format: 'reel' });
const text = () => ({ account_id: page, format: 'text' });
const story = () => ({ account_id: page, format: 'story' });
const onInstagram = (more = {}) => ({ account_id: profile, format: 'reel', ...more });
const with1 = (...ids: unknown[]) => ids.map((media_id) => ({ media_id }));
const length = (n: number) => '😀'.repeat(n);

/** What the body of the call has instead of one reel. */
const errorsOf = async (more: object) => {
  const body = { media: with1(video), targets: [reel()], ...more };
  const answer = await leavesNothing(user, () => user.post('/api/posts', body));
  expect(answer.status).toBe(422);
  expect((await user.post('/api/posts/check', body)).body).toEqual({
    errors: answer.body.errors,
    warnings: [],
  });
  return answer.body.errors as Record<string, string[]>;
};
const keysOf = async (more: object) => Object.keys(await errorsOf(more));

describe('a target', () => {
  it.each([[undefined], [null], ['x'], [{}], [[]], [Array.from({ length: 21 }, () => ({}))]])(
    'is one of 1 to 20: %j',
    async (targets) => {
      expect(await errorsOf({ targets })).toEqual({ targets: ['Choose 1 to 20 targets.'] });
    },
  );

  it.each([[null], ['x'], [5], [[]], [{}]])('has an account: %j', async (target) => {
    expect(await keysOf({ targets: [reel(), target] })).toEqual(['targets[1].account_id']);
  });

  it('names an account of the user that is connected', async () => {
    const other = await app.users.subscriber();
    const foreign = await addAccount(app.running.nest, other.user.id, { id: '900301' });
    const removed = await addAccount(app.running.nest, user.user.id, { id: '900302', removed_at: 5 });
    for (const account_id of [foreign, removed, 999_999, -1, 1.5, '1e1', 99_999_999_999])
      expect(await keysOf({ targets: [reel(), { ...reel(), account_id }] })).toEqual([
        'targets[1].account_id',
      ]);
  });

  it.each([['carousel'], ['constructor'], [''], [null], [5], ['<b>']])(
    'has a format of its network: %j',
    async (format) => {
      expect(await keysOf({ targets: [reel(), { ...reel(), format }] })).toEqual(['targets[1].format']);
    },
  );

  it('takes the files that its format takes', async () => {
    const formatOf = async (format: string, ...ids: string[]) =>
      (await errorsOf({ media: with1(...ids), targets: [{ account_id: page, format }] }))[
        'targets[0].format'
      ];
    expect(await formatOf('reel', photo)).toEqual(['Loaf.jpg: A reel is made of a video']);
    expect(await formatOf('reel')).toHaveLength(1);
    expect(await formatOf('text', photo)).toHaveLength(1);
    expect(await formatOf('multi_photo', photo)).toHaveLength(1);
    expect(await formatOf('multi_photo', ...Array<string>(11).fill(photo))).toHaveLength(1);
    const wide = readFileSync(fixture('landscape.mp4'));
    const landscape = await tusOf(user).upload(wide, { filename: 'Wide.mp4' });
    expect(await formatOf('reel', landscape)).toEqual([expect.stringMatching(/^Wide\.mp4: /)]);
  });
});

describe('a file', () => {
  it('is a finished upload of the user', async () => {
    const other = await app.users.subscriber();
    const foreign = await tusOf(other).upload(film);
    for (const id of [foreign, 'f'.repeat(32), 'x', 5, null, undefined, {}])
      expect(await keysOf({ media: with1(video, id) })).toEqual(['media[1]']);
    expect(await keysOf({ media: 'x' })).toEqual(['media']);
    expect(await keysOf({ media: with1(...Array<string>(21).fill(photo)) })).toEqual(['media']);
  });

  it('that is still uploaded is a conflict, named with all else that is wrong', async () => {
    const path = await tusOf(user).begin(10);
    const body = { media: with1(idOf(path)), targets: [reel()], draft: 2 };
    const { status, body: answer } = await user.post('/api/posts', body);
    expect([status, answer.error]).toEqual([409, 'upload_incomplete']);
    expect(Object.keys(answer.errors).sort()).toEqual(['draft', 'media[0]']);
    await tusOf(user).send('DELETE', path);
  });

  it('that is nothing we take is named with the reason', async () => {
    const bad = await tusOf(user).upload(Buffer.from('no film at all'), { filename: 'Bad.mp4' });
    expect(await errorsOf({ media: with1(bad) })).toEqual({
      'media[0]': [expect.stringMatching(/^Bad.mp4: /)],
    });
  });

  it('has an alt text of at most 1,000 characters', async () => {
    const targets = [{ account_id: page, format: 'photo' }];
    const media = [{ media_id: photo, alt_text: length(1_001) }];
    expect(await errorsOf({ media, targets })).toEqual({
      'media[0].alt_text': ['An alt text has at most 1,000 characters; this has 1,001.'],
    });
  });
});

describe('a text', () => {
  it('is as long as its network allows', async () => {
    expect(await errorsOf({ targets: [onInstagram()], description: length(2_201) })).toEqual({
      description: ['Instagram takes at most 2,200 characters; this has 2,201.'],
    });
    expect(await errorsOf({ targets: [reel(), onInstagram({ description: length(2_310) })] })).toEqual({
      'targets[1].description': ['Instagram takes at most 2,200 characters; this has 2,310.'],
    });
    expect(await errorsOf({ targets: [text()], media: [], description: length(63_207) })).toEqual({
      description: ['Facebook takes at most 63,206 characters; this has 63,207.'],
    });
    expect(await errorsOf({ first_comment: length(8_001) })).toEqual({
      first_comment: ['Facebook takes at most 8,000 characters; this has 8,001.'],
    });
    expect(await keysOf({ title: 'x'.repeat(256) })).toEqual(['title']);
    for (const field of ['title', 'description', 'first_comment', 'link'])
      expect(await keysOf({ [field]: 5 })).toEqual([field]);
  });

  it('is needed for the format text, to which links belong', async () => {
    expect(await errorsOf({ targets: [text()], media: [], description: '  ' })).toEqual({
      'targets[0].description': ['A text post needs a text.'],
    });
    expect(await keysOf({ link: 'https://example.com' })).toEqual(['link']);
    const open = { targets: [text()], media: [], description: 'Open' };
    for (const link of [
      'example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'https://',
      'https://a:b@c.d',
    ])
      expect(await keysOf({ ...open, link })).toEqual(['link']);
    expect(await keysOf({ ...open, link: `https://example.com/${'x'.repeat(2_048)}` })).toEqual(['link']);
  });
});

describe('a story', () => {
  it('needs a time, unless it is a draft', async () => {
    expect(await errorsOf({ targets: [story()] })).toEqual({
      'targets[0].scheduled_for': ['A story needs a time.'],
    });
    const timed = { targets: [{ ...story(), scheduled_for: null }], scheduled_for: AT };
    expect(await keysOf(timed)).toEqual(['targets[0].scheduled_for']);
  });

  it('has no text, first comment, cover or link of its own', async () => {
    const own = { description: 'x', first_comment: 'x', cover: { at_ms: 0 }, scheduled_for: AT };
    expect(await keysOf({ targets: [{ ...story(), ...own }], link: 'https://example.com' })).toEqual([
      'link',
      ...['description', 'first_comment', 'cover'].map((name) => `targets[0].${name}`),
    ]);
  });
});

describe('a cover', () => {
  it('is not measured by a picture that takes the place of the film', async () => {
    const refused = { media: with1(photo), cover: { at_ms: 5 } };
    expect(await keysOf(refused)).toEqual(['targets[0].format']);
    const { body } = await user.post('/api/posts', {
      ...{ media: with1(await tusOf(user).upload(film)), targets: [reel()], cover: { at_ms: 5 } },
    });
    const changed = await user.put(`/api/posts/${body.posts[0].id}`, { media: with1(photo) });
    expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, ['media']]);
    expect((await user.delete(`/api/posts/${body.posts[0].id}`)).status).toBe(200);
  });

  it('lies within the film', async () => {
    const { body } = await user.get(`/api/media/${video}`);
    const last = body.duration_ms as number;
    for (const at_ms of [-1, last + 1])
      expect(await errorsOf({ cover: { at_ms } })).toEqual({
        cover: [`The cover must lie within the video (0 to ${last / 1000} s)`],
      });
    for (const at_ms of [0, last]) {
      const { status, body: made } = await user.post('/api/posts', {
        ...{ media: with1(await tusOf(user).upload(film)), targets: [reel()], cover: { at_ms } },
      });
      expect([status, (await user.delete(`/api/posts/${made.posts[0].id}`)).status]).toEqual([201, 200]);
    }
  });

  it.each([[{}], ['x'], [5], [{ at_ms: 'x' }], [{ at_ms: 0.5 }], [{ at_ms: 0, media_id: 'x' }]])(
    'is a frame or a picture: %j',
    async (cover) => {
      expect(await keysOf({ cover })).toEqual(['cover']);
    },
  );

  it('is a picture of the user, and belongs to reels and videos', async () => {
    expect(await keysOf({ cover: { media_id: video } })).toEqual(['cover']);
    expect(await keysOf({ cover: { media_id: 'f'.repeat(32) } })).toEqual(['cover']);
    const targets = [{ account_id: page, format: 'photo', cover: { at_ms: 0 } }];
    expect(await keysOf({ media: with1(photo), targets })).toEqual(['targets[0].cover']);
  });
});

describe('a time', () => {
  it.each([['soon'], ['2020-01-01T00:00:00Z'], [5], [''], [{}]])(
    'is one to come: %j',
    async (scheduled_for) => {
      expect(await keysOf({ scheduled_for })).toEqual(['scheduled_for']);
      expect(await keysOf({ targets: [reel(), { ...reel(), scheduled_for }] })).toEqual([
        'targets[1].scheduled_for',
      ]);
    },
  );
});

it('refuses all targets for the tasks of some', async () => {
  const small = await app.users.subscriber({ tasks: 3 });
  const account_id = await addAccount(app.running.nest, small.user.id, { id: '900400', is_default: 1 });
  const media = with1(await tusOf(small).upload(film));
  const targets = Array.from({ length: 20 }, () => ({ account_id, format: 'reel' }));
  const { status, body } = await leavesNothing(small, () => small.post('/api/posts', { media, targets }));
  expect([status, body.error]).toEqual([422, 'task_quota_exceeded']);
  const checked = await small.post('/api/posts/check', { media, targets });
  expect(checked.body.errors).toEqual({ targets: [body.message] });
});

it('needs an active plan', async () => {
  const without = await app.users.newcomer();
  for (const path of ['/api/posts', '/api/posts/check'])
    expect((await without.post(path, { targets: [] })).body.error).toBe('subscription_required');
});
