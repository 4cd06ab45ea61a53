import { readFileSync } from 'node:fs';
import { Database } from '../../../backend/database/database';
import { PAGE, useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { metaError } from '../../support/fake-graph';
import { makePost } from '../../support/made-posts';
import { fixture, sha256 } from '../../support/media';
import { PATIENCE_MS } from '../../support/patience';
import { nowToPost } from '../../support/post-times';
import { tusOf } from '../../support/tus';

const app = useApp();
const nest = () => app.running.nest;
let user: Client;

beforeAll(async () => {
  user = await app.users.subscriber({ connected: PAGE });
});
afterEach(() => {
  expect(app.fake.violations()).toEqual([]);
  app.fake.clearFaults();
});

const upload = (...names: string[]) =>
  Promise.all(names.map((name) => tusOf(user).upload(readFileSync(fixture(name)), { filename: name })));

type Wanted = Omit<Parameters<typeof makePost>[2], 'network'>;

const post = async (wanted: Wanted) =>
  makePost(nest(), user.user.id, { network: 'facebook', at: await nowToPost(), ...wanted });

/** The longest that the product waits after a first failure. */
const TRIED_AGAIN_MS = 6_000;

const settled = async (id: number) =>
  (
    await eventually(
      () => user.get(`/api/posts/${id}`),
      ({ body }) => ['published', 'failed'].includes(body.status),
      PATIENCE_MS + TRIED_AGAIN_MS,
    )
  ).body;

const shown = (caption: string) => app.fake.published().filter((each) => each.caption === caption);
const callsOf = (name: string) => app.fake.history(name);

describe('a text', () => {
  it('goes out with its link, as a post of its own', async () => {
    const id = await post({ format: 'text', description: 'Read this', link: 'https://example.org/menu' });
    const item = await settled(id);
    expect([item.status, item.upload_error, item.kind]).toEqual(['published', null, 'text']);
    expect(item.permalink).toMatch(/^https:\/\/www\.facebook\.com\//);
    expect(shown('Read this')).toMatchObject([{ kind: 'post' }]);
    expect(callsOf('feed').at(-1)?.params).toMatchObject({ link: 'https://example.org/menu' });
  });

  it('is another one than a text with the same words that is out already', async () => {
    const one = await settled(await post({ format: 'text', description: 'Good morning' }));
    app.fake.fault({ on: 'feed', do: { cut: 'after' } });
    const two = await settled(await post({ format: 'text', description: 'Good morning' }));
    expect([one.status, two.status]).toEqual(['published', 'published']);
    expect(shown('Good morning')).toHaveLength(2);
    const rows = await nest()
      .get(Database)
      .rows("SELECT DISTINCT remote_id FROM posts WHERE description = 'Good morning'");
    expect(rows).toHaveLength(2);
  });

  it.each([
    ['the answer is cut off', { cut: 'after' as const }],
    ['the answer is a 500', { after: true, ...metaError(2, null, 'later') }],
  ])('is found when it went out although %s', async (name, fault) => {
    app.fake.fault({ on: 'feed', do: fault });
    const item = await settled(await post({ format: 'text', description: `Lost: ${name}` }));
    expect([item.status, item.upload_error]).toEqual(['published', null]);
    expect(shown(`Lost: ${name}`)).toHaveLength(1);
  });

  it("fails with Meta's words when its link is refused", async () => {
    const item = await settled(await post({ format: 'text', description: 'Bad', link: 'gopher://x' }));
    expect([item.status, item.upload_error]).toEqual(['failed', expect.stringContaining('link')]);
    const again = await user.post(`/api/posts/${item.id}/retry`);
    expect(again.status).toBe(200);
    expect(await settled(item.id)).toMatchObject({ status: 'failed' });
  });
});

describe('several photos', () => {
  it('go out in their order in one post, with their alt texts', async () => {
    const media = await upload('photo.png', 'photo.jpg', 'photo.gif');
    const altTexts = ['A cake', null, 'A door'];
    const id = await post({ format: 'multi_photo', description: 'Three', media, altTexts });
    const item = await settled(id);
    expect([item.status, item.upload_error, item.kind]).toEqual(['published', null, 'photo']);
    const hashes = await Promise.all(
      ['photo.png', 'photo.jpg', 'photo.gif'].map((name) => sha256(fixture(name))),
    );
    expect(shown('Three')).toMatchObject([{ kind: 'photo', bytesSha256: hashes.join() }]);
    const texts = callsOf('photos').map(({ params }) => params.alt_text_custom);
    expect(texts).toEqual(['A cake', undefined, 'A door']);
  });

  it('go on with the photo that was missing', async () => {
    const media = await upload('photo-exif.jpg', 'photo.jpg');
    const before = callsOf('photos').length;
    app.fake.fault({ on: 'photos', nth: 2, do: { cut: 'before' } });
    const item = await settled(await post({ format: 'multi_photo', description: 'Two', media }));
    expect([item.status, item.upload_error]).toEqual(['published', null]);
    expect(callsOf('photos').length - before).toBe(3);
    expect(shown('Two')).toHaveLength(1);
  });
});

describe('a video of a Page', () => {
  it('is no reel, however short', async () => {
    const media = await upload('portrait.mp4');
    const item = await settled(await post({ format: 'video', description: 'Film', media }));
    expect([item.status, item.format]).toEqual(['published', 'video']);
    expect(shown('Film')).toMatchObject([{ kind: 'video' }]);
  });
});
