import { readFile } from 'node:fs/promises';
import { fixture, sha256 } from '../../support/media';
import { PAGE, useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { metaError } from '../../support/fake-graph';
import { nowToPost } from '../../support/post-times';

const INSTAGRAM = '17841400000000001';

describe('the other formats', () => {
  const app = useApp();
  let user: Client;

  beforeAll(async () => {
    app.fake.addPage({ ...PAGE, igId: INSTAGRAM, igUsername: 'test.account' });
    user = await app.users.subscriber();
    const { status } = await user.put('/api/user/facebook-settings', {
      access_token: PAGE.token,
      page_id: PAGE.id,
      instagram_page_id: INSTAGRAM,
    });
    expect(status).toBe(200);
  });
  afterEach(() => {
    expect(app.fake.violations()).toEqual([]);
    app.fake.clearFaults();
  });

  const settled = async (path: string) =>
    (
      await eventually(
        () => user.get(path),
        ({ body }) => ['published', 'failed'].includes(body.status),
      )
    ).body;
  const now = async () => [(await nowToPost()).toISOString()];

  const photo = async (name: string, type: string, title: string) => {
    const form = new FormData();
    form.append('titles[]', title);
    form.append('scheduled_for[]', (await nowToPost()).toISOString());
    form.append('photos[]', new Blob([await readFile(fixture(name))], { type }), name);
    return user.post('/api/photos', form);
  };

  it('post a video to Instagram, once its container is finished', async () => {
    const { status, body } = await user.upload('/api/instagram/videos', [fixture('portrait.mp4')], {
      titles: ['Reel'],
      scheduled_for: await now(),
    });
    expect(status).toBe(201);
    const item = await settled(`/api/instagram/videos/${body.videos[0].id}`);
    expect([item.status, item.upload_error]).toEqual(['published', null]);
    expect(app.fake.published()).toMatchObject([
      { kind: 'ig_reel', caption: 'Reel', bytesSha256: await sha256(fixture('portrait.mp4')) },
    ]);
  });

  it('read a container back when the answer to media_publish was lost', async () => {
    app.fake.fault({ on: 'ig.publish', do: { cut: 'after' } });
    const { body } = await user.upload('/api/instagram/videos', [fixture('portrait-1080.mp4')], {
      titles: ['Lost'],
      scheduled_for: await now(),
    });
    const item = await settled(`/api/instagram/videos/${body.videos[0].id}`);
    expect([item.status, item.upload_error]).toEqual(['published', null]);
    expect(app.fake.published().filter(({ caption }) => caption === 'Lost')).toHaveLength(1);
  });

  it('post a photo in two steps', async () => {
    const { status, body } = await photo('photo.jpg', 'image/jpeg', 'Sunset');
    expect([status, body.photos]).toMatchObject([201, [{ title: 'Sunset', width: 800, height: 1000 }]]);
    const item = await settled(`/api/photos/${body.photos[0].id}`);
    expect([item.status, item.upload_error]).toEqual(['published', null]);
    expect(app.fake.published().filter(({ caption }) => caption === 'Sunset')).toHaveLength(1);
  });

  it.each([
    ['cut after the effect', { cut: 'after' as const }],
    ['500 after the effect', { after: true, ...metaError(2, null, 'later') }],
  ])('find a photo that was posted although the answer said nothing (%s)', async (name, fault) => {
    app.fake.fault({ on: 'feed', do: fault });
    const { body } = await photo(name.startsWith('cut') ? 'photo.png' : 'photo.gif', 'image/png', name);
    const item = await settled(`/api/photos/${body.photos[0].id}`);
    expect([item.status, item.upload_error]).toEqual(['published', null]);
    expect(app.fake.published().filter(({ caption }) => caption === name)).toHaveLength(1);
  });

  it.each([
    ['tiny.png', 'Image resolution must be at least 500x500 pixels'],
    ['wide.jpg', 'Image resolution must not exceed 4096x4096 pixels'],
    ['not-image.jpg', 'Only image files are supported (JPEG, PNG, GIF)'],
    ['portrait.mp4', 'Only image files are supported (JPEG, PNG, GIF)'],
  ])('refuse %s as a photo', async (name, sentence) => {
    const { status, body } = await photo(name, 'image/jpeg', 'x');
    expect([status, body.errors]).toEqual([422, { [name]: [sentence] }]);
  });

  it('keep their posts apart', async () => {
    const { body } = await user.get('/api/videos');
    expect(body.data).toEqual([]);
    const photos = await user.get('/api/photos?range=[0,9]');
    expect(photos.headers.get('content-range')).toBe('photos 0-2/3');
    expect((await user.get(`/api/videos/${photos.body[0].id}`)).status).toBe(404);
  });
});
