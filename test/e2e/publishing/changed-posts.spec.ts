import { readFileSync } from 'node:fs';
import { Database } from '../../../backend/database/database';
import { ContentChanges } from '../../../backend/publishing/edits/content-changes';
import { QuotaRecount } from '../../../backend/publishing/housekeeping/quota-recount';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture, saltedPhoto } from '../../support/media';
import { addAccount } from '../../support/more-accounts';
import { tusOf } from '../../support/tus';
import { uploadVideo, videoUploads } from '../../support/video-uploads';

// Without a publisher, which would answer to the times.
const app = useApp({ env: { ROLE: 'api' } });
const { usage, filesKept } = videoUploads(app);
const film = readFileSync(fixture('portrait.mp4'));
const picture = readFileSync(fixture('photo.jpg'));

let user: Client;
let page: number;
let reels: number;
beforeEach(async () => {
  user = await app.users.subscriber();
  const add = (more: Parameters<typeof addAccount>[2]) => addAccount(app.running.nest, user.user.id, more);
  page = await add({ id: '920100', name: 'Bakery', is_default: 1 });
  reels = await add({ id: '920200', name: 'bakery', network: 'instagram', is_default: 1 });
});
afterEach(async () => {
  expect(await app.running.nest.get(QuotaRecount).wrong()).toEqual([]);
});

const upload = (bytes: Buffer, filename: string, who = user) => tusOf(who).upload(bytes, { filename });
const files = (...ids: string[]) => ({ media: ids.map((media_id) => ({ media_id })) });
const compose = async (...targets: object[]): Promise<any[]> => {
  const [first, ...rest] = targets;
  const { status, body } = await user.post('/api/posts', { ...first, targets: rest });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.posts;
};
const put = (id: number, change: object) => user.put(`/api/posts/${id}`, change);
const read = async (id: number) => (await user.get(`/api/posts/${id}`)).body;
const db = () => app.running.nest.get(Database);
const mediaOf = ({ media }: any) => media.map(({ media_id, alt_text }: any) => [media_id, alt_text]);

describe('PUT /posts/{id}', () => {
  it('changes the texts of a post; what is absent stays, and null clears', async () => {
    const [post] = await compose({ description: 'Old' }, { account_id: page, format: 'text' });
    const link = 'https://example.com/menu';
    const { status, body } = await put(post.id, { description: ' New ', first_comment: 'First!', link });
    expect([status, body.description, body.first_comment, body.link]).toEqual([200, 'New', 'First!', link]);
    expect(await put(post.id, { title: 'T' })).toMatchObject({
      body: { title: 'T', first_comment: 'First!', link },
    });
    const cleared = await put(post.id, { first_comment: null, link: null });
    expect(cleared.body).toMatchObject({ description: 'New', first_comment: null, link: null });
    expect((await put(post.id, { description: 'x'.repeat(63_206) })).status).toBe(200);
  });

  it('refuses with the words of POST /posts, and changes nothing', async () => {
    const video = await upload(film, 'film.mp4');
    const [text] = await compose({ description: 'Text' }, { account_id: page, format: 'text' });
    const [reel] = await compose(files(video), { account_id: reels, format: 'reel' });
    const stranger = await app.users.subscriber();
    const foreign = await upload(picture, 'other.jpg', stranger);
    const cases: [any, object, object][] = [
      [text, { description: null }, { description: ['A text post needs a text.'] }],
      [text, { link: 'ftp://example.com' }, { link: [expect.stringMatching(/^Enter an address/)] }],
      [text, { cover: { at_ms: 1 } }, { cover: ['Only reels and videos have a cover.'] }],
      [text, files(video), { media: ['A post of text has no files'] }],
      [
        text,
        { first_comment: 'x'.repeat(8_001) },
        { first_comment: [expect.stringMatching(/8,000 characters/)] },
      ],
      [text, { first_comment: 5 }, { first_comment: ['This is to be a text.'] }],
      [reel, { description: 'x'.repeat(2_201) }, { description: [expect.stringMatching(/this has 2,201/)] }],
      [reel, { link: 'https://example.com' }, { link: ['A link belongs to a text post.'] }],
      [reel, { cover: { at_ms: 9e9 } }, { cover: [expect.stringMatching(/must lie within the video/)] }],
      [reel, { cover: {} }, { cover: [expect.stringMatching(/^A cover is/)] }],
      [reel, files(), { media: ['A reel is made of one file'] }],
      [reel, { media: 'x' }, { media: [expect.stringMatching(/^media is a list/)] }],
      [reel, files(foreign), { 'media[0]': [`The file ${foreign} is none of your uploads, or is gone.`] }],
      [
        reel,
        { media: [{ media_id: video, alt_text: 'x'.repeat(1001) }] },
        { 'media[0].alt_text': [expect.stringMatching(/1,001/)] },
      ],
      [
        reel,
        { account_id: page },
        { account_id: [expect.stringMatching(/none of your connected Instagram/)] },
      ],
    ];
    for (const [post, change, errors] of cases) {
      const { status, body } = await put(post.id, { title: 'Changed', ...change });
      expect([change, status, body.errors]).toEqual([change, 422, errors]);
      expect((await read(post.id)).title).toBe(post.title);
    }
  });

  it('says something else of a file that was uploaded with its post', async () => {
    const form = new FormData();
    form.append('photos[]', new Blob([picture]), 'photo.jpg');
    const { id } = (await user.post('/api/photos', form)).body.photos[0];
    const before = await read(id);
    const { status, body } = await put(id, { media: [{ alt_text: ' A loaf ' }] });
    expect([status, body.media[0].alt_text, body.size_bytes]).toEqual([200, 'A loaf', before.size_bytes]);
    expect((await put(id, { media: [{ alt_text: null }] })).body.media[0].alt_text).toBeNull();
    for (const [media, key] of [
      [[{ alt_text: 'x'.repeat(1_001) }], 'media[0].alt_text'],
      [[{ alt_text: 5 }], 'media[0].alt_text'],
      [[{}], 'media[0]'],
      [[{ alt_text: 'A' }, { alt_text: 'B' }], 'media[0]'],
    ] as const)
      expect(Object.keys((await put(id, { media })).body.errors)[0]).toBe(key);
    const [text] = await compose({ description: 'Text' }, { account_id: page, format: 'text' });
    expect((await put(text.id, { media: [{ alt_text: 'A' }] })).body.errors).toEqual({
      media: ['A post of text has no files'],
    });
  });

  it('replaces and reorders files, and lets go of what no post names any more', async () => {
    const [a, b, c] = [
      await upload(picture, 'a.jpg'),
      await upload(readFileSync(fixture('photo.png')), 'b.png'),
      await upload(readFileSync(await saltedPhoto(`${app.dir}/c.jpg`, 'c')), 'c.jpg'),
    ] as [string, string, string];
    const [post] = await compose(files(a, b), { account_id: page, format: 'multi_photo' });
    const before = await usage(user);
    const media = [{ media_id: c, alt_text: 'A loaf' }, { media_id: a }];
    const { status, body } = await put(post.id, { media });
    expect([status, mediaOf(body)]).toEqual([
      200,
      [
        [c, 'A loaf'],
        [a, null],
      ],
    ]);
    expect((await user.get(`/api/media/${b}`)).status).toBe(404);
    expect((await usage(user)).bytes).toBeLessThan(before.bytes);
    const swapped = await put(post.id, files(a, c));
    expect(mediaOf(swapped.body)).toEqual([
      [a, null],
      [c, null],
    ]);
    const kept = await filesKept();
    await put(post.id, files(a, c));
    expect((await filesKept()).length).toBe(kept.length);
    await user.delete(`/api/posts/${post.id}`);
    expect(await usage(user)).toEqual({ tasks: 0, bytes: 0 });
  });

  it('takes the bytes of a film that was uploaded into the post off the storage', async () => {
    const { id } = await uploadVideo(user);
    const video = await upload(readFileSync(fixture('portrait-1080.mp4')), 'new.mp4');
    const { status, body } = await put(id, { ...files(video), cover: { at_ms: 100 } });
    expect([status, mediaOf(body), body.cover]).toEqual([200, [[video, null]], { at_ms: 100 }]);
    expect((await usage(user)).bytes).toBe(readFileSync(fixture('portrait-1080.mp4')).length);
    const other = await upload(film, 'film.mp4');
    expect((await put(id, files(other))).body.cover).toEqual({ at_ms: 100 });
    const cover = await upload(picture, 'cover.jpg');
    expect((await put(id, { cover: { media_id: cover } })).body.cover.media_id).toBe(cover);
    expect((await put(id, { cover: null })).body.cover).toBeNull();
    expect((await user.get(`/api/media/${cover}`)).status).toBe(404);
  });

  it('keeps a frame as the cover while the new film has it, in the whole group', async () => {
    const [four, three] = await Promise.all([
      upload(film, 'film.mp4'),
      upload(readFileSync(fixture('portrait-1080.mp4')), 'new.mp4'),
    ]);
    const targets = [page, reels].map((account_id) => ({ account_id, format: 'reel' }));
    const posts = await compose({ ...files(four), cover: { at_ms: 3_000 } }, ...targets);
    const [own, sibling] = posts;
    expect((await put(own.id, { ...files(three), apply_to_group: 1 })).status).toBe(200);
    for (const { id } of posts) expect((await read(id)).cover).toEqual({ at_ms: 3_000 });
    const again = await upload(film, 'again.mp4');
    await put(sibling.id, { ...files(again), cover: { at_ms: 3_900 } });
    const refused = await put(sibling.id, files(three));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { cover: ['The cover must lie within the video (0 to 3.209 s)'] },
    ]);
    const cleared = await put(sibling.id, { ...files(three), cover: null });
    expect([cleared.status, cleared.body.cover]).toEqual([200, null]);
  });

  it('changes the pending ones of its group by the rules of each, all or none', async () => {
    const video = await upload(film, 'film.mp4');
    const both = [
      { account_id: page, format: 'reel' },
      { account_id: reels, format: 'reel' },
    ];
    const [own, other] = await compose({ ...files(video), description: 'Old' }, ...both);
    const long = await put(own.id, { description: 'x'.repeat(3_000), apply_to_group: 1 });
    expect(long.body.errors).toEqual({
      description: [expect.stringMatching(/^Instagram takes at most 2,200/)],
    });
    expect((await read(own.id)).description).toBe('Old');
    const next = await upload(readFileSync(fixture('portrait-1080.mp4')), 'new.mp4');
    const change = { ...files(next), description: 'New', first_comment: 'First!', cover: { at_ms: 5 } };
    expect((await put(own.id, { ...change, apply_to_group: 1 })).status).toBe(200);
    for (const { id } of [own, other])
      expect(await read(id)).toMatchObject({
        description: 'New',
        first_comment: 'First!',
        cover: { at_ms: 5 },
      });
    expect((await user.get(`/api/media/${video}`)).status).toBe(404);
    await db().run("UPDATE posts SET status = 'published' WHERE id = ?", [other.id]);
    expect((await put(own.id, { description: 'Last', apply_to_group: 1 })).status).toBe(200);
    expect([(await read(own.id)).description, (await read(other.id)).description]).toEqual(['Last', 'New']);
    expect(await put(other.id, { first_comment: 'Late' })).toMatchObject({
      status: 409,
      body: { message: 'Only a pending item can be edited; this one is published.' },
    });
    await db().run("UPDATE posts SET status = 'pending' WHERE id = ?", [other.id]);
  });

  it('says what was changed even if the post is deleted before the answer', async () => {
    const targets = [reels, page].map((account_id) => ({ account_id, format: 'reel' }));
    const [own, sibling] = await compose(files(await upload(film, 'film.mp4')), ...targets);
    const content = app.running.nest.get(ContentChanges);
    const prepare = content.prepare.bind(content);
    jest.spyOn(content, 'prepare').mockImplementationOnce(async (...given) => {
      const prepared = await prepare(...given);
      const deleting = () => user.delete(`/api/posts/${own.id}`).then(() => undefined);
      return Object.assign(prepared, { committed: deleting });
    });
    const { status, body } = await put(own.id, { description: 'For both', apply_to_group: 1 });
    expect([status, body.id, body.description]).toEqual([200, own.id, 'For both']);
    expect((await user.get(`/api/posts/${own.id}`)).status).toBe(404);
    expect((await read(sibling.id)).description).toBe('For both');
  });

  it('takes no time from a story, and releases none without one', async () => {
    const media = await upload(picture, 'story.jpg');
    const [story] = await compose({ ...files(media), draft: 1 }, { account_id: page, format: 'story' });
    const needsTime = { status: 422, body: { errors: { scheduled_for: ['A story needs a time.'] } } };
    expect(await put(story.id, { draft: 0 })).toMatchObject(needsTime);
    expect((await put(story.id, { description: 'Text' })).body.errors).toEqual({
      description: ['A story has no text.'],
    });
    const reschedule = (scheduled_for: string | null) =>
      user.put(`/api/posts/${story.id}/reschedule`, { scheduled_for });
    expect((await reschedule('2030-12-05T12:00:00.000Z')).status).toBe(200);
    expect((await put(story.id, { draft: 0 })).status).toBe(200);
    expect(await reschedule(null)).toMatchObject(needsTime);
    const cleared = await user.post('/api/posts/bulk', { ids: [story.id], action: 'clear_time' });
    expect(cleared.body.refused).toMatchObject([{ id: story.id, error: 'validation_failed' }]);
    expect((await put(story.id, { draft: 1 })).status).toBe(200);
    expect((await reschedule(null)).status).toBe(200);
  });

  it('keeps each file once when many replace it at the same moment', async () => {
    const [a, b] = [
      await upload(picture, 'a.jpg'),
      await upload(readFileSync(fixture('photo.png')), 'b.png'),
    ];
    const [post] = await compose(files(a, b), { account_id: page, format: 'multi_photo' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put(post.id, n % 2 ? files(a, b) : files(b, a))),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const ids = mediaOf(await read(post.id)).map(([id]: any) => id);
    expect([...ids].sort()).toEqual([a, b].sort());
    await user.delete(`/api/posts/${post.id}`);
    expect(await usage(user)).toEqual({ tasks: 0, bytes: 0 });
  });
});
